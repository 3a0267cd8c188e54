#pragma once
// text.h: numbers and foreign text as a person should read them.
// Used by the reports, by replay and by error messages. No errors.
#include <string>
#include <string_view>

#include "attncheck/dtype.h"

namespace attncheck {

/// The shortest text that comes back as the same number of `dtype`: 0.1 for the float32 nearest to 0.1.
/// A value that is not a number of `dtype` gets the digits of a float64.
std::string number(DType dtype, double value);

/// A real number that `dtype` need not hold, with enough digits to tell it from neighbouring numbers of `dtype`.
std::string real_number(DType dtype, double value);

/// Three digits: radii, bounds and ratios, whose size matters and whose digits do not.
std::string rough(double value);

/// `text` as valid UTF-8, with control characters other than tab and newline written out (\x1b), so that what a subject
/// prints can neither move the cursor nor break a file.
std::string printable(std::string_view text);

/// printable(), with line breaks turned into spaces and the ends trimmed.
std::string one_line(std::string_view text);

/// `text` as one argument of a shell command.
std::string shell_word(const std::string& text);

}  // namespace attncheck
