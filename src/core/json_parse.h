#pragma once
// json_parse.h: JSON that other people wrote, as a value that anybody may walk through without care.
// Used by all who read such a file or message. Errors: std::invalid_argument, one line: not JSON; nested deeper than
// any format of ours, so that who recurses into it would run out of stack; a name twice in one object, one of which
// would be lost.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace attncheck {

/// `what` begins the message: the path of a file, "its hello".
nlohmann::json parse_json(std::string_view text, const std::string& what);

}  // namespace attncheck
