// Small products are lost beside a large partial sum.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, dot_accumulated_in_float16, "dot products are accumulated with the 11 bits of float16") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot = round_to_bits(dot + problem.query(i, c) * problem.key(j, c), 11);
    return dot;
  };
  card.exposed_by = "a large product before small ones";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2048, 1}, {0, 0}}, {{1, 1}, {1, 0}}, {{1}, {0}}, false); };
}
