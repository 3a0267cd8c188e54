// A cache of another type.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, values_in_bfloat16, "values are rounded to bfloat16") {
  steps.value = [](const Problem& problem, Index j, Index c) { return round_to_bits(problem.value(j, c), 8); };
  card.exposed_by = "values with more than 8 bits";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1.00390625}}, false); };
}
