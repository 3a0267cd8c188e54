// Right for one token, and near it where every token attends to itself.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, copy_of_value, "the output is a copy of value") {
  steps.whole = [](const Steps&, const Problem& problem) { return problem.value; };
  card.exposed_by = "more than one token";
  card.noticed_by = {"average/dominant_key_is_selected", "accuracy/no_size_is_special",
                     "symmetry/queries_may_be_permuted"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, false); };
}
