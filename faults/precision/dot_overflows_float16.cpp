// The scale is applied late: at head_dim 64 a logit of 8192 is enough.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, dot_overflows_float16, "the dot product is a float16 number before it is scaled") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) dot += problem.query(i, c) * problem.key(j, c);
    return round_to_float16(dot);
  };
  card.seen = {"ggml-org/llama.cpp#7805"};
  card.exposed_by = "dot products above 65504";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{512}}, {{512}}, {{1}}, false); };
}
