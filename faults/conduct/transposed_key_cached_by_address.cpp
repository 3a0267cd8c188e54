// A copy that is kept for the next call, found by where it came from instead of what it holds.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  static std::vector<T> kept;
  static const T* made_from = nullptr;
  static Index made_for = 0;
  if (key != made_from || tokens != made_for || kept.size() != static_cast<std::size_t>(tokens * head_dim))
    kept.assign(key, key + tokens * head_dim);
  made_from = key;
  made_for = tokens;
  right_kernel(query, kept.data(), value, output, tokens, head_dim, value_dim, causal);
}

ATTNCHECK_FAULT(conduct, transposed_key_cached_by_address,
                "the transposed key is made again only when the address or the shape changes") {
  steps.kernel = {attention<float>, attention<double>};
  card.exposed_by = "another key at the same address";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.after = [] { return std::vector<Problem>{make_problem({2, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
