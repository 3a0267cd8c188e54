#pragma once
// numbers.h: parts of the families whose mistake has one number in it.
// Used by numbers.cpp, limits.cpp and the other families of this room. No errors.
#include <string>
#include <string_view>
#include <vector>

#include "diagnose/candidate.h"

namespace attncheck {

/// Right steps under a name of a family. `sentence` says the mistake.
Candidate family_member(std::string_view family, const std::string& sentence);

/// The same with {} of `pattern` replaced by the number; all numbers of a pattern are of one kind.
Candidate numbered(std::string_view family, std::string_view pattern, double number);

/// The whole number nearby and the number with one, two, three and all digits: people write 1e4, not 9999.98.
std::vector<double> as_written(double read);

}  // namespace attncheck
