// The type of the model is not the type of the buffer.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, output_in_float16, "the output is rounded to 11 bits before it is stored") {
  steps.deliver = [](const Problem&, Index, Index, double mean) { return round_to_bits(mean, 11); };
  card.exposed_by = "one key whose value has more than 11 bits";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1.00048828125}}, false); };
}
