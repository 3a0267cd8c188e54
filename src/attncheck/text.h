#pragma once
// text.h: numbers as a person should read them.
// Used by properties in their messages, by Check and by the reports. No errors.
#include <string>

#include "attncheck/dtype.h"

namespace attncheck {

/// The shortest text that comes back as the same number of `dtype`: 0.1 for the float32 nearest to 0.1.
/// A value that is not a number of `dtype` gets the digits of a float64.
std::string number(DType dtype, double value);

/// A real number that `dtype` need not hold, with enough digits to tell it from neighbouring numbers of `dtype`.
std::string real_number(DType dtype, double value);

/// Three digits: radii, bounds and ratios, whose size matters and whose digits do not.
std::string rough(double value);

}  // namespace attncheck
