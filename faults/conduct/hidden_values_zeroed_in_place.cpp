// A way to keep NaN out that belongs to a copy.
#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
  if (causal && tokens > 1) const_cast<T*>(value)[(tokens - 1) * value_dim] = 0;
}

ATTNCHECK_FAULT(conduct, hidden_values_zeroed_in_place, "values behind the mask are zeroed in the caller's buffer") {
  steps.kernel = {attention<float>, attention<double>};
  card.exposed_by = "a look at the inputs after a causal call";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.effect = Effect::inputs_changed;
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, true); };
}
