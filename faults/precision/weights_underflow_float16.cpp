// The range of the type, not its bits: small weights of large values are lost.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, weights_underflow_float16, "weights are float16 numbers: below 6e-8 there are none") {
  steps.weight_after_softmax = [](const Problem&, Index, Index, double weight) { return round_to_float16(weight); };
  card.exposed_by = "small weights under large values";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{4}, {4}}, {{0}, {-4.5}}, {{0}, {16777216}}, false); };
}
