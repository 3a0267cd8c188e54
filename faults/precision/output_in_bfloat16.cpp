// The type of the model is not the type of the buffer.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, output_in_bfloat16, "the output is rounded to bfloat16 before it is stored") {
  steps.deliver = [](const Problem&, Index, Index, double mean) { return round_to_bits(mean, 8); };
  card.exposed_by = "one key whose value has more than 8 bits";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1.00390625}}, false); };
}
