// A start that would be harmless at minus infinity, whose first rescale factor is zero.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_starts_at_one, "the running maximum starts at zero and the running sum at one") {
  steps.max_start = [] { return 0.0; };
  steps.final_sum = [](double sum, double shift) { return sum + std::exp(-shift); };
  card.exposed_by = "constant values";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
