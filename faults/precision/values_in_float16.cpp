// A cache of another type.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, values_in_float16, "values are rounded to float16") {
  steps.value = [](const Problem& problem, Index j, Index c) { return round_to_float16(problem.value(j, c)); };
  card.exposed_by = "values with more than 11 bits, above 65504 or below 6e-8";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1.00048828125}}, false); };
}
