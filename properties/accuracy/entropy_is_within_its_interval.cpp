// How spread the weights of a row are is one number, its entropy - sum w log w. Every weight is within its bound of the
// true one, so the entropy is within an interval: w log w is monotone on both sides of w = 1/e. With identity values
// the output is the weights.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "attncheck/readout.h"
using namespace attncheck;

namespace {

double term(double weight) { return weight > 0 ? -weight * std::log(weight) : 0.0; }

/// A sum of terms, each of them within a few units in the last place.
RowSum entropy(const std::vector<double>& terms) {
  RowSum sum = row_sum(terms);
  for (const double one : terms) sum.rounding += 0x1p-50 * std::abs(one);
  return sum;
}

/// How far above or below `centre` the entropy may be when each weight is within `radius` of `weights`.
double reach(const std::vector<double>& weights, const Allowed& radius, bool above) {
  std::vector<double> terms;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double low = std::max(0.0, weights[j] - radius[j]);
    const double high = weights[j] + radius[j];
    const bool over_the_top = low < 1 / std::numbers::e && high > 1 / std::numbers::e;
    const double most = over_the_top ? 1 / std::numbers::e : std::max(term(low), term(high));
    terms.push_back(above ? most : std::min(term(low), term(high)));
  }
  const RowSum sum = entropy(terms);
  return above ? sum.sum + sum.rounding : sum.sum - sum.rounding;
}

void row_entropy(Check& check, const Problem& problem, const Tensor& output, Index i) {
  const RowAnswer answer = check.answer(problem, i);
  // A weight that is not finite is another property's matter.
  const bool finite = std::ranges::all_of(output.row(i), [](double weight) { return std::isfinite(weight); });
  if (answer.may_overflow || !finite) return check.undecided();
  std::vector<double> observed, truth;
  for (const double weight : output.row(i)) observed.push_back(term(weight));
  for (const double weight : answer.centre) truth.push_back(term(weight));
  const RowSum seen = entropy(observed);
  const double expected = entropy(truth).sum;
  const bool above = seen.sum > expected;
  Allowed allowed;
  for (const auto& bound : answer.bound) {
    Allowed radius;
    for (std::size_t j = 0; j < bound.size(); ++j) radius.push_back(bound[j] + answer.radius[j]);
    const double edge = reach(answer.centre, radius, above);
    // An infinite bound makes an edge that is not a number: such a member allows anything.
    const double distance = std::abs(edge - expected) + seen.rounding;
    allowed.push_back(std::isfinite(distance) ? distance : HUGE_VAL);
  }
  check.within(seen.sum, expected, allowed, "the entropy of the weights of row " + std::to_string(i) + " is",
               Cell{.row = i, .column = -1});
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, entropy_is_within_its_interval, "the weights of a row are as spread as they should be",
                   5) {
  const Problem problem = check.draw_problem(ProblemSpec{}.identity_values().tokens_between(1, 48));
  const Tensor output = check.run(problem);
  for (Index i = 0; i < output.rows(); i += 1 + output.rows() / 12) row_entropy(check, problem, output, i);
}
