// Passes every comparison with a tolerance of 1e-3; only a bound that is derived sees it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_plus_a_thousandth, "0.001 is added to the sum against division by zero") {
  steps.final_sum = [](double sum, double) { return sum + 1e-3; };
  card.exposed_by = "constant values and few keys";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
