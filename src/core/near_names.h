#pragma once
// near_names.h: what somebody who mistyped a name may have meant.
// Used where a verb or a name is unknown. No errors.
#include <string>
#include <string_view>
#include <vector>

namespace attncheck {

/// At most three of `known`, nearest first: those that contain `name` or differ from it in few letters.
std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& known);

/// "; did you mean A or B?", or nothing when none is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

}  // namespace attncheck
