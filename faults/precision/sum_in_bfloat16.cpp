// Seen with 512 equal logits.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, sum_in_bfloat16, "the sum of weights is a bfloat16 number, which stops growing at 256") {
  steps.add_to_sum = [](double sum, double weight) { return round_to_bits(sum + weight, 8); };
  card.seen = {"pytorch/executorch#20090"};
  card.exposed_by = "constant values over many keys of like logits";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false); };
}
