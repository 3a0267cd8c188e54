#pragma once
// shims.h: the files of shims/, in which a language speaks the protocol so that an author writes one function only.
// Their text is in the program (cmake/Texts.cmake), so that nothing must be found at run time.
#include <string>
#include <string_view>
#include <vector>

namespace attncheck {

struct Shim {
  std::string file;  // "attncheck_shim.py"
  std::string text;
};

/// Sorted by name.
const std::vector<Shim>& shims();

/// Throws std::logic_error for a file that is none of them.
const std::string& shim_text(std::string_view file);

}  // namespace attncheck
