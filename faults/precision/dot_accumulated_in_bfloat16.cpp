// Small products are lost beside a large partial sum.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, dot_accumulated_in_bfloat16, "dot products are accumulated in bfloat16") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot = round_to_bits(dot + problem.query(i, c) * problem.key(j, c), 8);
    return dot;
  };
  card.exposed_by = "a large product before small ones";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{256, 1}, {0, 0}}, {{1, 1}, {1, 0}}, {{1}, {0}}, false); };
}
