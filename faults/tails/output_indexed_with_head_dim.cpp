// Seen as strides of an accumulator that were written for one size.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  std::vector<T> all(static_cast<std::size_t>(tokens * value_dim));
  right_kernel(query, key, value, all.data(), tokens, head_dim, value_dim, causal);
  for (Index x = 0; x < tokens * value_dim; ++x)
    output[x / value_dim * head_dim + x % value_dim] = all[static_cast<std::size_t>(x)];
}

ATTNCHECK_FAULT(tails, output_indexed_with_head_dim, "rows of output are taken to be head_dim long") {
  steps.kernel = {attention<float>, attention<double>};
  card.seen = {"Dao-AILab/flash-attention#2388"};
  card.exposed_by = "a head_dim above value_dim";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::writes_outside;
  card.shows_on = [] {
    Problem problem = make_problem({2, 9, 1}, DType::float32, false);
    problem.placement = Placement::guard_words;
    return problem;
  };
}
