// Right for one token, and near it where every token attends to itself.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, copy_of_value, "the output is a copy of value") {
  steps.whole = [](const Steps&, const Problem& problem) { return problem.value; };
  card.exposed_by = "more than one token";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, false); };
}
