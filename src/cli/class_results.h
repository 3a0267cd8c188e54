#pragma once
// class_results.h: what `attncheck grade` and `attncheck merge` do alike with the grades of a class.
// Errors: std::runtime_error when a file cannot be written.
#include <ostream>
#include <string>
#include <vector>

#include "grade/grade.h"

namespace attncheck {

/// The files of all and of each.
void write_class_files(const std::string& results, const std::vector<Grade>& grades,
                       const std::vector<std::string>& left_alone);

/// The same, and on GitHub annotations and the summary of the step.
void write_class(const std::string& results, const std::vector<Grade>& grades,
                 const std::vector<std::string>& left_alone, std::ostream& out, std::ostream& err);

/// Of the column of names: as wide as the widest, up to 30.
std::size_t name_width(const std::vector<std::string>& names);

}  // namespace attncheck
