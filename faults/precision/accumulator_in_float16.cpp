// Both its 11 bits and its range.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, accumulator_in_float16, "the sum of weighted values is accumulated in float16") {
  steps.add_to_output = [](double output, double product) { return round_to_float16(output + product); };
  card.exposed_by = "a large value before a small one, or values above 65504";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{2048}, {1}}, false); };
}
