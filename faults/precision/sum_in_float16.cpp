// Seen as a row of 4096 equal logits that sums to 2.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, sum_in_float16,
                "the sum of weights keeps the 11 bits of float16, and stops growing at 2048") {
  steps.add_to_sum = [](double sum, double weight) { return round_to_bits(sum + weight, 11); };
  card.seen = {"huggingface/candle#3727", "sonos/tract#2586"};
  card.exposed_by = "constant values over many keys of like logits";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false); };
}
