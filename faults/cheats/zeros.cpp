// Seen to pass 4 of 60 problems of a benchmark whose tolerance is absolute.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, zeros, "the output is zero") {
  steps.deliver = [](const Problem&, Index, Index, double) { return 0.0; };
  card.seen = {"ScalingIntelligence/KernelBench#165"};
  card.exposed_by = "any values other than zero";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
