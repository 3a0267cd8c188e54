// Eight units in the last place of float32: the sum is near one and everything else exact, or nothing shows.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_plus_a_millionth, "0.000001 is added to the sum against division by zero") {
  steps.final_sum = [](double sum, double) { return sum + 1e-6; };
  card.exposed_by = "constant values and one dominant key";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
