// A loop that starts at one. The last channel has a fault of its own name; this is its mirror.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, first_channel_skipped, "the first channel of query and key is not read") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 1; c < problem.shape.head_dim; ++c) dot += problem.query(i, c) * problem.key(j, c);
    return dot;
  };
  card.exposed_by = "energy in the first channel";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
