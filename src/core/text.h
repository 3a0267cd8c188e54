#pragma once
// text.h: foreign text as a person should read it (numbers: attncheck/text.h).
// Used by the reports, by replay and by error messages. No errors.
#include <string>
#include <string_view>

#include "attncheck/text.h"

namespace attncheck {

/// `text` as valid UTF-8, with control characters other than tab and newline written out (\x1b), so that what a subject
/// prints can neither move the cursor nor break a file.
std::string printable(std::string_view text);

/// printable(), with line breaks turned into spaces and the ends trimmed.
std::string one_line(std::string_view text);

/// `text` as one argument of a shell command.
std::string shell_word(const std::string& text);

}  // namespace attncheck
