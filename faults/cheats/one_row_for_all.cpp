// Right for equal queries without a mask.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, one_row_for_all, "one row is computed, and all others are copies of it") {
  steps.whole = [](const Steps&, const Problem& problem) {
    return row_by_row(problem,
                      [&](Index) { return part_of_row(problem, 0, keys_between(0, problem.shape.tokens)).mean; });
  };
  card.exposed_by = "queries that differ";
  card.noticed_by = {"scaling/variance_of_logits_is_one", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
