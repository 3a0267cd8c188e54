#pragma once
// number_table.h: the tensors of a finding side by side as one HTML table, or the part of them around the bad cell.
// Used by counterexample.cpp. A bad cell has the class bad and says so. HTML out; no errors.
#include <optional>
#include <string>

#include "attncheck/verdict.h"

namespace attncheck {

/// Empty when the tensors do not fit the problem's shape. `truth` may be nothing, or of another shape: then it is left
/// out.
std::string number_table(const Finding& finding, const std::optional<Tensor>& truth);

}  // namespace attncheck
