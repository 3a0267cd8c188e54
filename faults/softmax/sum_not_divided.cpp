// The last line of the online form is missing.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_not_divided, "the weighted sum is not divided by the sum of the weights") {
  steps.final_sum = [](double, double) { return 1.0; };
  card.exposed_by = "constant values and more than one key";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, false); };
}
