// Hard attention: what a softmax tends to when the scale grows.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, only_the_largest, "the value of the key with the largest logit is returned") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return std::ldexp(logit, 40); };
  card.exposed_by = "logits that differ by little";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{1}, {0}}, {{1}, {0}}, false); };
}
