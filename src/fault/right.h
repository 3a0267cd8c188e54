#pragma once
// right.h: the right default of the steps that are taken once for each element of a value.
// Used by steps.cpp, and by run_steps.cpp, which computes them in line where no fault replaced them. No errors.
#include "attncheck/problem.h"

namespace attncheck {

double right_value(const Problem& problem, Index j, Index c);
double right_sum(double output, double product);

}  // namespace attncheck
