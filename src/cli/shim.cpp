#include <fmt/format.h>

#include <algorithm>

#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/near_names.h"
#include "core/text.h"
#include "language/shims.h"

namespace attncheck {

int print_shim(const CommandLine& line, std::ostream& out) {
  std::vector<std::string> names;
  for (const Shim& shim : shims()) names.push_back(shim.file);
  if (std::ranges::find(names, line.name) == names.end())
    throw WrongUse(fmt::format("there is no shim {}{} (attncheck shim --help names them)", one_line(line.name),
                               did_you_mean(line.name, names)));
  out << shim_text(line.name);
  return 0;
}

}  // namespace attncheck
