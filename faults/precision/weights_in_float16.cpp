// The way of fast kernels for 16-bit values, taken for 32-bit ones.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, weights_in_float16,
                "weights keep the 11 bits of float16 before they meet the values, but not in the sum") {
  steps.weight_after_softmax = [](const Problem&, Index, Index, double weight) { return round_to_bits(weight, 11); };
  card.exposed_by = "constant values and weights other than powers of two";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false); };
}
