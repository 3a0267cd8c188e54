// Seen as accuracy that drops unless buffers are zeroed by the caller.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  std::vector<T> all(static_cast<std::size_t>(tokens * value_dim));
  right_kernel(query, key, value, all.data(), tokens, head_dim, value_dim, causal);
  for (Index x = 0; x < tokens * value_dim; ++x) output[x] += all[static_cast<std::size_t>(x)];
}

ATTNCHECK_FAULT(conduct, output_added_to, "results are added to what the output held") {
  steps.kernel = {attention<float>, attention<double>};
  card.seen = {"flashinfer-ai/flashinfer#2408"};
  card.exposed_by = "an output that holds numbers before the call";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::unwritten;
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
