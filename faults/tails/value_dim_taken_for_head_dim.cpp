// A square assumption in the loop of the output.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  std::vector<T> all(static_cast<std::size_t>(tokens * value_dim));
  right_kernel(query, key, value, all.data(), tokens, head_dim, value_dim, causal);
  for (Index x = 0; x < tokens * value_dim; ++x)
    if (x % value_dim < head_dim) output[x] = all[static_cast<std::size_t>(x)];
}

ATTNCHECK_FAULT(tails, value_dim_taken_for_head_dim, "at most head_dim channels of the output are written") {
  steps.kernel = {attention<float>, attention<double>};
  card.exposed_by = "a value_dim above head_dim";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::unwritten;
  card.shows_on = [] { return make_problem({1, 1, 2}, DType::float32, false); };
}
