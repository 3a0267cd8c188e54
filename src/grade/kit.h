#pragma once
// kit.h: what a teacher starts with: the files of examples/assignment/kit, a commented rubric and a starter kit for
// students. Their text is in the program (cmake/Texts.cmake). Used by `attncheck grade --init`. No errors.
#include <string>
#include <vector>

namespace attncheck {

struct KitFile {
  std::string path;  // "starter/attention.py"
  std::string text;
};

/// Sorted by path.
const std::vector<KitFile>& kit_files();

}  // namespace attncheck
