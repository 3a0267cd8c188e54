// A clean-up loop that runs to the end inclusive.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
  std::fill_n(output + tokens * value_dim, value_dim, T(0));
}

ATTNCHECK_FAULT(conduct, writes_one_row_past_the_end, "a row more than there is gets zeroed") {
  steps.kernel = {attention<float>, attention<double>};
  card.exposed_by = "guard words behind the output";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::writes_outside;
  card.shows_on = [] {
    Problem problem = make_problem({1, 1, 1}, DType::float32, false);
    problem.placement = Placement::guard_words;
    return problem;
  };
}
