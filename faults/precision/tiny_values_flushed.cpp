// A guard against subnormal numbers, far above them.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, tiny_values_flushed, "values below 1e-20 are taken for zero") {
  steps.value = [](const Problem& problem, Index j, Index c) {
    return std::abs(problem.value(j, c)) < 1e-20 ? 0.0 : problem.value(j, c);
  };
  card.exposed_by = "values that are all tiny";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{0x1p-70}}, false); };
}
