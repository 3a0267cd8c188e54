// Channels are read in pairs, and the last pair reads one channel twice.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_channel_twice, "the last channel of an odd head_dim counts twice") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    const Index last = problem.shape.head_dim - 1;
    double dot = last % 2 == 0 ? problem.query(i, last) * problem.key(j, last) : 0.0;
    for (Index c = 0; c <= last; ++c) dot += problem.query(i, c) * problem.key(j, c);
    return dot;
  };
  card.exposed_by = "an odd head_dim";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
