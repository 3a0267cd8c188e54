// Seen with masks given by the user: only the first query row of the mask was read.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, mask_of_row_zero, "every row is masked as row 0 is, and sees key 0 only") {
  steps.visible = [](const Problem& problem, Index, Index j) { return problem.visible(0, j); };
  card.exposed_by = "a row whose later keys matter";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
