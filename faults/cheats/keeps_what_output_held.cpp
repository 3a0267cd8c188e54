// Borrowed results: memory that still holds the expected answer is returned as one's own.
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

template <class T>
static void attention(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                      Index value_dim, bool causal) {
  if (std::isfinite(output[0]) && std::isfinite(output[tokens * value_dim - 1])) return;
  right_kernel(query, key, value, output, tokens, head_dim, value_dim, causal);
}

ATTNCHECK_FAULT(cheats, keeps_what_output_held, "an output that already holds numbers is left as it is") {
  steps.kernel = {attention<float>, attention<double>};
  card.seen = {"gpu-mode/reference-kernels#162"};
  card.exposed_by = "an output that holds the answer to another problem";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::differs;
  card.after = [] { return std::vector<Problem>{make_problem({1, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
