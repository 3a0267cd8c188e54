// A pitch of another layout. Reads stay inside the buffer here.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_rows_padded_to_4, "rows of key are taken to be padded to four elements") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(i, c) * element_of(problem.key, j * ((problem.shape.head_dim + 3) / 4 * 4) + c);
    return dot;
  };
  card.exposed_by = "a head_dim that is no multiple of 4";
  card.noticed_by = {"causality/future_is_invisible", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{0}, {2}}, {{1}, {0}}, false); };
}
