// A key that is far below another has a small weight, and many small weights are not nothing. One key carries nearly
// all the weight and no value, so that the output is what all others carry together: a weight cut off, a tile skipped
// because it is far below, or an exponential that is flushed too soon is all of the output. Far enough below they are
// nothing, however many there are: an exponential or a rescaling factor that never gets smaller than some number is
// seen.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

// Between the gaps at which code stops to count: powers of two, the digits of a dtype, round numbers. Not at halves or
// eighths: an exponential from a coarse table, or of an argument in few bits, is right there.
constexpr double gaps_float32[] = {8.57, 17.43, 10.303, 20.57, 12.43, 18.43, 14.27, 16.57, 80.3, 100.3};
constexpr double gaps_float64[] = {33.43, 10.303, 28.57, 35.43, 20.57, 300.3};  // half as many cases are drawn

std::span<const double> gaps(DType dtype) {
  return dtype == DType::float64 ? std::span<const double>(gaps_float64) : gaps_float32;
}

/// Keeps the shape that was drawn, so that it shrinks.
void put_far_below(Problem& problem, double gap, Index top) {
  problem.family = "small weights";
  for (Tensor* tensor : {&problem.query, &problem.key}) std::ranges::fill(tensor->elements(), 0.0);
  std::ranges::fill(problem.value.elements(), 1000.0);
  std::ranges::fill(problem.value.row(top), 0.0);
  for (Index i = 0; i < problem.shape.tokens; ++i) problem.query(i, 0) = 1;
  problem.key(top, 0) = round_to(problem.dtype, gap * std::sqrt(static_cast<double>(problem.shape.head_dim)));
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, small_weights_add_up, "many keys far below another carry the value of all of them", 8) {
  const auto all = gaps(check.dtype());
  const Index turn = check.draw_in_turn(2 * std::ssize(all));
  const double gap = std::min(all[static_cast<std::size_t>(turn / 2)], check.most_logit());
  const Index few = check.dtype() == DType::float64 ? 200 : 400;
  // Where the weights are subnormal, processors take a hundred times as long for each.
  const Index tokens = gap < 50 || std::exp(-gap) < info(check.dtype()).smallest_normal ? few : 5 * few;
  Problem problem = check.draw_problem(ProblemSpec{}.not_causal().tokens_from(tokens).head_dim_from(1));
  put_far_below(problem, gap, turn % 2 == 0 ? 0 : problem.shape.tokens - 1);
  problem = check.round_inputs(std::move(problem));
  const Tensor output = check.run(problem);
  check.within_bound(problem, output);
}
