// Seen in an annotated diffusion model whose images did not reveal it, and in a port of a book.
#include <algorithm>
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

/// Each column made to sum to one: over the queries that see the key, which under a causal mask always include its own.
static Tensor softmax_of_columns(Tensor logits, DType dtype) {
  for (Index j = 0; j < logits.cols(); ++j) {
    double max = logits(0, j), sum = 0;
    for (Index i = 1; i < logits.rows(); ++i) max = std::max(max, logits(i, j));
    for (Index i = 0; i < logits.rows(); ++i) sum += logits(i, j) = std::exp(logits(i, j) - max);
    for (Index i = 0; i < logits.rows(); ++i) logits(i, j) = round_to(dtype, logits(i, j) / sum);
  }
  return logits;
}

ATTNCHECK_FAULT(softmax, over_queries, "softmax runs over the queries of each key instead of the keys of each query") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    return weighted_values(softmax_of_columns(masked_logits(right, problem), problem.dtype), problem);
  };
  card.seen = {"labmlai/annotated_deep_learning_paper_implementations#146", "nerdai/llms-from-scratch-rs#30",
               "nerminnuraydogan/vision-transformer#1"};
  card.exposed_by = "constant values: the weights of a row do not sum to one";
  card.noticed_by = {"causality/future_is_invisible", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, true); };
}
