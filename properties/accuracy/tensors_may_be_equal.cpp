// attention(x, x, x) is how attention is tried first, and a place for shortcuts: symmetric logits, one buffer for two
// tensors, a test for equal inputs. Numbers are normal, so no logit is beyond about twenty.
#include <algorithm>

#include "attncheck/property.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

constexpr Shape shapes[] = {{2, 1, 1},    {3, 2, 2},    {5, 4, 4},    {9, 8, 8},    {12, 7, 7},
                            {20, 16, 16}, {17, 33, 33}, {33, 64, 64}, {70, 32, 32}, {24, 96, 96}};

enum class Equal { query_and_key, key_and_value, query_and_value, all };
constexpr Equal ways[] = {Equal::query_and_key, Equal::key_and_value, Equal::query_and_value, Equal::all};

Problem tied(const Shape& shape, DType dtype, bool causal, Equal equal, std::uint64_t seed) {
  Problem problem = make_problem(shape, dtype, causal);
  problem.family = "gaussian, equal tensors";
  Random random(seed);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, dtype);
  if (equal == Equal::query_and_key || equal == Equal::all) problem.key = problem.query;
  if (equal == Equal::key_and_value || equal == Equal::all) problem.value = problem.key;
  if (equal == Equal::query_and_value) problem.value = problem.query;
  return problem;
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, tensors_may_be_equal, "query, key and value may be equal tensors", 35) {
  const Equal equal = ways[check.draw_in_turn(std::size(ways))];
  const std::uint64_t seed = check.draw_seed("values");
  for (Shape shape : shapes)
    for (const bool causal : {false, true}) {
      shape.tokens = std::min(shape.tokens, check.most_tokens());
      const Problem problem = tied(shape, check.dtype(), causal, equal, seed);
      const Tensor output = check.run(problem);
      check.finite(problem, output);
      check.within_bound(problem, output);
    }
}
