#pragma once
// gradescope_zip.h: an autograder for Gradescope: the scripts of examples/gradescope, a rubric, its secret and
// attncheck. Used by `attncheck grade --gradescope`. Errors: std::invalid_argument for a package that is none or cannot
// be read; std::runtime_error when the archive cannot be written. Source: Gradescope, Autograder specifications.
#include <string>
#include <vector>

#include "grade/rubric.h"

namespace attncheck {

struct GradescopeFile {
  std::string path;  // "run_autograder"
  std::string text;
};

/// The scripts, sorted by path. Their text is in the program (cmake/Texts.cmake).
const std::vector<GradescopeFile>& gradescope_files();

/// `package`: attncheck as a .deb, or its sources as a .tar.gz.
void write_gradescope_zip(const std::string& zip, const Rubric& rubric, const std::string& package);

}  // namespace attncheck
