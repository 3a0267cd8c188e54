// The accumulator has the type of the values instead of a wider one.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, accumulator_in_bfloat16, "the sum of weighted values is accumulated in bfloat16") {
  steps.add_to_output = [](double output, double product) { return round_to_bits(output + product, 8); };
  card.exposed_by = "a large value before a small one";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{256}, {1}}, false); };
}
