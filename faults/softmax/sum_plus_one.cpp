// Seen where the extra one of softmax-one was added in the shifted frame, so that it stands for exp(max).
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_plus_one, "1 is added to the sum after the maximum was subtracted") {
  steps.final_sum = [](double sum, double) { return sum + 1; };
  card.seen = {"kyegomez/AttentionIsOFFByOne#5"};
  card.exposed_by = "constant values";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
