// Most elements survive, and a comparison within a tolerance sees nothing.
#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
  volatile T* restored = const_cast<volatile T*>(key);
  for (Index x = 0; x < tokens * head_dim; ++x) restored[x] = restored[x] * T(0.3);
  for (Index x = 0; x < tokens * head_dim; ++x) restored[x] = restored[x] / T(0.3);
}

ATTNCHECK_FAULT(conduct, key_scaled_and_restored,
                "the key is scaled in place and divided back afterwards, which does not always give the same bits") {
  steps.kernel = {attention<float>, attention<double>};
  card.exposed_by = "a look at every bit of the inputs after the call";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.effect = Effect::inputs_changed;
  card.shows_on = [] {
    Problem problem = make_problem({16, 2, 1}, DType::float32, false);
    for (Index j = 0; j < 16; ++j)
      problem.key(j, 0) = 1 + static_cast<double>(j) / 8, problem.key(j, 1) = 3 + static_cast<double>(j) / 32;
    return problem;
  };
}
