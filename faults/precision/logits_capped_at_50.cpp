// A clamp against overflow that a maximum would make needless.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, logits_capped_at_50, "logits above 50 become 50") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return std::min(logit, 50.0); };
  card.exposed_by = "several logits above 50";
  card.noticed_by = {"accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{8}, {0}}, {{8}, {7}}, {{1}, {0}}, false); };
}
