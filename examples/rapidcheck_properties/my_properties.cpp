// RapidCheck properties of your own on attncheck's problems: they are drawn by its schedule of shapes and value
// families, and shrink to a few tokens. The truth comes with a proven bound (attncheck/truth.h).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "attncheck/function.h"
#include "attncheck/rapidcheck.h"
#include "attncheck/truth.h"

namespace {

using attncheck::Index;
using attncheck::Problem;
using attncheck::Tensor;

void my_attention(const float* query, const float* key, const float* value, float* output, std::size_t tokens,
                  std::size_t head_dim, std::size_t value_dim, bool causal) {
  const float scale = 1 / std::sqrt(static_cast<float>(head_dim));
  std::vector<float> weights(tokens);
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::size_t visible = causal ? i + 1 : tokens;
    for (std::size_t j = 0; j < visible; ++j) {
      weights[j] = 0;
      for (std::size_t c = 0; c < head_dim; ++c) weights[j] += query[i * head_dim + c] * scale * key[j * head_dim + c];
    }
    const float max = *std::max_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(visible));
    float sum = 0;
    for (std::size_t j = 0; j < visible; ++j) sum += weights[j] = std::exp(weights[j] - max);
    for (std::size_t c = 0; c < value_dim; ++c) {
      float total = 0;
      for (std::size_t j = 0; j < visible; ++j) total += weights[j] * value[j * value_dim + c];
      output[i * value_dim + c] = total / sum;
    }
  }
}

constexpr attncheck::LinkedFunction mine = ATTNCHECK_FUNCTION(my_attention);

}  // namespace

int main() {
  bool holds = rc::check("every element is within the proven bound", [](const Problem& problem) {
    RC_CLASSIFY(problem.causal, "causal");
    const std::string beyond = attncheck::beyond_bound(problem, call(mine, problem));
    if (!beyond.empty()) RC_FAIL(beyond);
  });

  holds &= rc::check("two calls give the same bits", [] {
    const Problem problem = *attncheck::arbitrary_problem(attncheck::ProblemSpec{}.tokens_between(2, 40));
    const Tensor once = call(mine, problem), again = call(mine, problem);
    const auto row = *rc::gen::inRange<Index>(0, problem.shape.tokens);
    RC_ASSERT(std::ranges::equal(once.row(row), again.row(row)));
  });
  return holds ? 0 : 1;
}
