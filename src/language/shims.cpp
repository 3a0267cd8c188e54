#include "language/shims.h"

#include <algorithm>
#include <stdexcept>

namespace attncheck {

const std::string& shim_text(std::string_view file) {
  const auto found = std::ranges::find(shims(), file, &Shim::file);
  if (found == shims().end()) throw std::logic_error("no shim is called " + std::string(file));
  return found->text;
}

}  // namespace attncheck
