// A matrix unit that takes nothing wider.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, query_and_key_in_bfloat16,
                "query and key are rounded to the 8 bits of bfloat16 before they are multiplied") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += round_to_bits(problem.query(i, c), 8) * round_to_bits(problem.key(j, c), 8);
    return dot;
  };
  card.exposed_by = "queries and keys with more than 8 bits";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1.00390625}, {0}}, {{1}, {0}}, {{1}, {0}}, false); };
}
