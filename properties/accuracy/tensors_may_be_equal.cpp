// attention(x, x, x) is how attention is tried first, and a place for shortcuts: symmetric logits, one buffer for two
// tensors, a test for equal inputs. Rows may be equal too, but for their last channel: what is told apart by its first
// bytes is not told apart.
#include <algorithm>
#include <iterator>

#include "attncheck/laws.h"
using namespace attncheck;

namespace {

constexpr Shape shapes[] = {{2, 1, 1},    {3, 2, 2},    {5, 4, 4},    {9, 8, 8},    {12, 7, 7},
                            {20, 16, 16}, {17, 33, 33}, {33, 64, 64}, {70, 32, 32}, {24, 96, 96}};

enum class Equal { query_and_key, key_and_value, query_and_value, all, rows_but_for_the_last_channel };
constexpr Equal ways[] = {Equal::query_and_key, Equal::key_and_value, Equal::query_and_value, Equal::all,
                          Equal::rows_but_for_the_last_channel};

void make_rows_equal_but_for_the_last_channel(Tensor& tensor) {
  for (Index i = 1; i < tensor.rows(); ++i)
    std::copy_n(tensor.row(0).begin(), tensor.cols() - 1, tensor.row(i).begin());
}

Problem tied(const Shape& shape, DType dtype, bool causal, Equal equal, std::uint64_t seed) {
  Problem problem = make_problem(shape, dtype, causal);
  problem.family = "gaussian, equal tensors";
  fill_normal(problem, seed);
  if (equal == Equal::query_and_key || equal == Equal::all) problem.key = problem.query;
  if (equal == Equal::key_and_value || equal == Equal::all) problem.value = problem.key;
  if (equal == Equal::query_and_value) problem.value = problem.query;
  if (equal == Equal::rows_but_for_the_last_channel)
    for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
      make_rows_equal_but_for_the_last_channel(*tensor);
  return problem;
}

/// A shape of equal dims that the subject takes, where there is one.
Shape with_equal_dims(const Check& check, const Shape& wish) {
  Shape shape = check.nearest_taken(wish).value_or(wish);
  shape.value_dim = shape.head_dim;
  return shape;
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, tensors_may_be_equal, "query, key and value, and rows of them, may be equal", 42) {
  const Equal equal = ways[check.draw_in_turn(std::size(ways))];
  const std::uint64_t seed = check.draw_seed("values");
  bool asked = false;
  for (const Shape& wish : shapes)
    for (const bool causal : {false, true}) {
      const Shape shape = with_equal_dims(check, wish);
      const bool last = &wish == &*std::rbegin(shapes) && causal;
      if (!check.takes(shape, causal) && (asked || !last)) continue;  // the last one says why nothing is asked
      asked = true;
      Problem problem = check.round_inputs(tied(shape, check.dtype(), causal, equal, seed));
      fit_logits(problem, check.most_logit());
      const Tensor output = check.run(problem);
      check.finite(problem, output);
      check.within_bound(problem, output);
    }
}
