// Seen as compute once, replay cached bytes.
#include <algorithm>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  static std::vector<T> answer;
  static const T* asked = nullptr;
  if (query != asked || answer.size() != static_cast<std::size_t>(tokens * value_dim)) {
    answer.resize(static_cast<std::size_t>(tokens * value_dim));
    right_kernel(query, key, value, answer.data(), tokens, head_dim, value_dim, causal);
  }
  asked = query;
  std::copy(answer.begin(), answer.end(), output);
}

ATTNCHECK_FAULT(cheats, cached_by_address, "the answer is replayed when query lies where it lay in the call before") {
  steps.kernel = {attention<float>, attention<double>};
  card.seen = {"tensara/tensara#238"};
  card.exposed_by = "new contents at the same address";
  card.noticed_by = {"conduct/same_answer_twice", "causality/row_zero_is_first_value"};
  card.after = [] { return std::vector<Problem>{make_problem({1, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
