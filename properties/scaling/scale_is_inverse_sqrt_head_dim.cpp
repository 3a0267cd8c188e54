// The factor on query.key is 1/sqrt(head_dim). It is read back from the weights that identity values show: their logs
// are the logits up to a constant of the row, so a least-squares slope on query.key is the scale, with a proven
// interval.
#include <algorithm>
#include <cmath>
#include <string>

#include "attncheck/readout.h"
using namespace attncheck;

namespace {

/// What a wrong scale probably is: the nearest well-known factor, when one is near.
std::string likely(double scale, const Shape& shape) {
  if (scale == 0) return "nothing (what query and key hold does not reach them)";
  const auto d = static_cast<double>(shape.head_dim);
  const auto v = static_cast<double>(shape.value_dim);
  const std::pair<const char*, double> known[] = {
      {"1 (no division at all)", 1.0},
      {"1/d_k", 1 / d},
      {"sqrt(d_k)", std::sqrt(d)},
      {"1/sqrt(value_dim or tokens)", 1 / std::sqrt(v)},
      {"d_k^(-1/4) (the root taken twice)", std::pow(d, -0.25)},
      {"ln(2)/sqrt(d_k) (2^x for e^x)", std::log(2.0) / std::sqrt(d)},
      {"log2(e)/sqrt(d_k) (e^x for 2^x)", std::log2(std::exp(1.0)) / std::sqrt(d)}};
  const double right = 1 / std::sqrt(d);
  const auto near = [](double x, double y) { return std::abs(std::log(x / y)) < 0x1p-8; };
  for (const auto& [name, value] : known)
    if (near(scale, value) && !near(value, right)) return name;
  return "a number unlike the usual mistakes";
}

/// One channel carries everything: each dot product is one product, and the interval is as narrow as it can be.
void keep_one_channel(Problem& problem, Index channel, double largest_logit) {
  const double factor = round_to(problem.dtype, std::sqrt(static_cast<double>(problem.shape.head_dim)));
  double largest_key = info(problem.dtype).smallest_normal;
  for (Index j = 0; j < problem.shape.tokens; ++j)
    largest_key = std::max(largest_key, std::abs(problem.key(j, channel)));
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    const double logit = problem.key(j, channel) / largest_key * largest_logit;
    std::ranges::fill(problem.query.row(j), 0.0);
    std::ranges::fill(problem.key.row(j), 0.0);
    problem.query(j, channel) = factor;
    problem.key(j, channel) = round_to(problem.dtype, logit);
  }
}

}  // namespace

ATTNCHECK_PROPERTY(scaling, scale_is_inverse_sqrt_head_dim, "query.key is multiplied by 1/sqrt(head_dim)", 2) {
  Problem problem = check.draw_problem(
      ProblemSpec{}.identity_values().moderate_logits().tokens_between(2, 24).head_dim_between(1, 256));
  if (check.draw_in_turn(2) == 1)
    keep_one_channel(problem, check.draw_index(problem.shape.head_dim, "channel"),
                     std::min(3.5, check.most_logit() / 2));
  problem = check.round_inputs(std::move(problem));
  const Tensor output = check.run(problem);
  const ScaleReading reading = read_scale(check, problem, output);
  if (!reading.readable) return check.undecided();
  check.within(reading.scale, reading.expected, reading.allowed,
               "at head_dim " + std::to_string(problem.shape.head_dim) + " the logits are query.key times " +
                   likely(reading.scale, problem.shape) + ":");
}
