#pragma once
// results.h: everything that people and other programs read of a class, as files in the folder of its results.
// Used by `attncheck grade` and `attncheck merge`. Errors: std::runtime_error when a file cannot be written.
#include <string>
#include <vector>

#include "grade/grade.h"

namespace attncheck {

/// feedback/NAME.md and gradescope/NAME.json of each.
void write_for_each(const std::string& results, const std::vector<Grade>& grades);

/// scores.csv, junit.xml and class.md.
void write_for_all(const std::string& results, const std::vector<Grade>& grades,
                   const std::vector<std::string>& left_alone);

}  // namespace attncheck
