// The flag ignored the other way round: a default that cannot be switched off.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, always_on, "the mask is applied although the problem is not causal") {
  steps.visible = [](const Problem&, Index i, Index j) { return j <= i; };
  card.exposed_by = "a problem that is not causal and whose later keys matter";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, false); };
}
