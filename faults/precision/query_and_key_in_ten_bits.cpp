// Source of the format: NVIDIA A100 white paper, TF32.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, query_and_key_in_ten_bits,
                "query and key are cut to 11 bits, as a matrix unit does in its fast mode") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += round_to_bits(problem.query(i, c), 11) * round_to_bits(problem.key(j, c), 11);
    return dot;
  };
  card.exposed_by = "queries and keys with more than 11 bits";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1.00048828125}, {0}}, {{1}, {0}}, {{1}, {0}}, false); };
}
