// Seen in a submission to a benchmark.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  std::fill_n(const_cast<T*>(query), tokens * head_dim, T(0));
  std::fill_n(const_cast<T*>(key), tokens * head_dim, T(0));
  std::fill_n(const_cast<T*>(value), tokens * value_dim, T(0));
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
}

ATTNCHECK_FAULT(cheats, inputs_zeroed,
                "the inputs are zeroed, so that any reference computed afterwards agrees with zeros") {
  steps.kernel = {attention<float>, attention<double>};
  card.seen = {"ScalingIntelligence/KernelBench#82"};
  card.exposed_by = "a reference computed from inputs that the subject cannot reach";
  card.noticed_by = {"conduct/same_answer_twice", "normalization/rows_sum_to_one"};
  card.effect = Effect::inputs_changed;
  card.shows_on = [] { return small_problem({{1}}, {{1}}, {{1}}, false); };
}
