// Seen as wrong answers at a head_dim of 80, and as an assumed multiple of 32.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, head_dim_cut_to_multiple_of_8, "channels beyond the last full eight are not read") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim / 8 * 8; ++c) dot += problem.query(i, c) * problem.key(j, c);
    return dot;
  };
  card.seen = {"mlc-ai/mlc-llm#1889"};
  card.exposed_by = "a head_dim that is no multiple of 8";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
