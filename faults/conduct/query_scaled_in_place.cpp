// The output of the first call is right; the second call is asked another question.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
  T* scaled = const_cast<T*>(query);
  for (Index x = 0; x < tokens * head_dim; ++x) scaled[x] /= std::sqrt(static_cast<T>(head_dim));
}

ATTNCHECK_FAULT(conduct, query_scaled_in_place, "the scale is multiplied into the caller's query") {
  steps.kernel = {attention<float>, attention<double>};
  card.exposed_by = "a look at the inputs after the call";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.effect = Effect::inputs_changed;
  card.shows_on = [] { return small_problem({{1, 1}}, {{1, 1}}, {{1}}, false); };
}
