// Ordinary inputs never reach the clamp.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, logits_clamped_to_80,
                "logits are clamped to -80 .. 80 in place of subtracting the maximum") {
  steps.shift = [](double) { return 0.0; };
  steps.logit = [](const Problem&, Index, Index, double logit) { return std::clamp(logit, -80.0, 80.0); };
  card.exposed_by = "several logits beyond 80";
  card.noticed_by = {"average/output_in_hull_of_values", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{10}, {0}}, {{10}, {9}}, {{1}, {0}}, false); };
}
