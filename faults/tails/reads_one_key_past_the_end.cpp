// Seen as a mask that was read past its end at specific sizes.
#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  for (Index j = 0; j < tokens; ++j) {
    [[maybe_unused]] const volatile T ahead = *static_cast<const volatile T*>(key + (j + 1) * head_dim);
  }
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
}

ATTNCHECK_FAULT(tails, reads_one_key_past_the_end,
                "the next key is fetched ahead by reading it, also after the last one") {
  steps.kernel = {attention<float>, attention<double>};
  card.seen = {"Luce-Org/lucebox#128"};
  card.exposed_by = "buffers that end at an unreadable page";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::crashes;
  card.shows_on = [] { return make_problem({8, 2, 1}, DType::float32, false); };
}
