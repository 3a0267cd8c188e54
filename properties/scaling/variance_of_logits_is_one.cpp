// Without a scale the variance of query.key grows as head_dim; 1/sqrt(head_dim) keeps it at one. Queries are orthogonal
// and keys standard normal, so the logits are independent standard normals and the sum of their squares is chi-squared
// exactly. Source: Vaswani et al. 2017, section 3.2.1, footnote 4.
#include <cmath>
#include <string>

#include "attncheck/random.h"
#include "attncheck/readout.h"
using namespace attncheck;

namespace {

constexpr Index tokens = 33;
constexpr Index head_dims[] = {2, 3, 8, 16, 24, 64};

struct Measured {
  std::vector<Problem> problems;
  std::vector<Tensor> outputs;
  std::vector<double> head_dim;
  std::vector<double> variance;
  std::vector<Allowed> allowed;
};

Measured measure(Check& check, std::uint64_t seed) {
  Measured all;
  for (const Index head_dim : head_dims) {
    const Problem exact =
        variance_problem(tokens, head_dim, check.dtype(), mix_seed(seed, static_cast<std::uint64_t>(head_dim)));
    const Problem problem = check.round_inputs(exact);
    const Tensor output = check.run(problem);
    const VarianceReading reading = read_variance(check, problem, output, exact);
    const Law law = variance_law(reading.freedom, check.false_alarm() / std::size(head_dims));
    Allowed allowed;
    for (std::size_t member = 0; member < reading.low.size(); ++member)
      allowed.push_back(reading.variance > 1 ? law.high - 1 + (reading.variance - reading.low[member])
                                             : 1 - law.low + (reading.high[member] - reading.variance));
    if (!reading.readable) {
      check.undecided();
      continue;
    }
    all.problems.push_back(problem);
    all.outputs.push_back(output);
    all.head_dim.push_back(static_cast<double>(head_dim));
    all.variance.push_back(reading.variance);
    all.allowed.push_back(allowed);
  }
  return all;
}

/// Are all variances near head_dim^exponent, within a factor of two?
bool is_power(const Measured& all, double exponent) {
  for (std::size_t i = 0; i < all.variance.size(); ++i)
    if (std::abs(std::log(all.variance[i]) - exponent * std::log(all.head_dim[i])) > std::log(2.0)) return false;
  return true;
}

/// "variance grows as d_k^1.00: the 1/sqrt(d_k) is missing"
std::string growth(const Measured& all) {
  const double exponent = growth_exponent(all.head_dim, all.variance);
  std::string text = "variance grows as d_k^" + std::to_string(exponent).substr(0, exponent < 0 ? 5 : 4);
  if (is_power(all, 1)) return text + ": the 1/sqrt(d_k) is missing";
  if (is_power(all, -1)) return text + ": divided by d_k instead of sqrt(d_k)";
  if (is_power(all, 2)) return text + ": multiplied by sqrt(d_k) instead of divided";
  return "the logits are not spread as they should be";
}

}  // namespace

ATTNCHECK_PROPERTY(scaling, variance_of_logits_is_one, "the variance of the scaled logits is one at every head_dim",
                   40) {
  const Measured all = measure(check, check.draw_seed("keys"));
  for (std::size_t i = all.problems.size(); i-- > 0;) {
    check.counterexample(all.problems[i], all.outputs[i]);
    check.within(all.variance[i], 1.0, all.allowed[i],
                 growth(all) + "; at head_dim " + std::to_string(all.problems[i].shape.head_dim) + " it is");
  }
}
