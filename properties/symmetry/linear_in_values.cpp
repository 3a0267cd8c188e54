// The output is linear in the values. They are integers here, so that the values of the third problem are exact:
// factor * the first + the second.
#include <cmath>
#include <string>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

/// Integers so small that 64 times one plus another is a number the subject takes.
Problem with_integers(Problem problem, int precision, std::uint64_t seed) {
  const Index most = precision > 14 ? 256 : (Index{1} << precision) / 65;
  Random random(seed);
  for (double& element : problem.value.elements()) element = static_cast<double>(random.below(2 * most + 1) - most);
  return problem;
}

Problem combined(const Problem& first, const Problem& second, double factor) {
  Problem sum = second;
  for (Index j = 0; j < sum.shape.tokens; ++j)
    for (Index c = 0; c < sum.shape.value_dim; ++c) sum.value(j, c) += factor * first.value(j, c);
  return sum;
}

void row_is_linear(Check& check, const Asked (&asked)[3], double factor, Index i) {
  const RowAnswer answers[] = {check.answer(asked[0].problem, i), check.answer(asked[1].problem, i),
                               check.answer(asked[2].problem, i)};
  if (answers[0].may_overflow) return check.undecided();
  for (Index c = 0; c < asked[0].output.cols(); ++c) {
    const double parts[] = {factor * asked[0].output(i, c), asked[1].output(i, c)};
    Allowed allowed = allowed_at(answers[2], c);
    const Allowed first = allowed_at(answers[0], c);
    const Allowed second = allowed_at(answers[1], c);
    const double own = 0x1p-51 * (std::abs(parts[0]) + std::abs(parts[1]));
    for (std::size_t m = 0; m < allowed.size(); ++m) allowed[m] += std::abs(factor) * first[m] + second[m] + own;
    check.within(
        asked[2].output(i, c), parts[0] + parts[1], allowed,
        "with " + std::to_string(factor) + " times the first values plus the second, row " + std::to_string(i) + " is",
        Cell{.row = i, .column = c});
  }
}

}  // namespace

ATTNCHECK_PROPERTY(symmetry, linear_in_values, "the output is linear in the values", 8) {
  constexpr double factors[] = {1, -1, 2, 0.25, 64};
  const Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(1, 60));
  const double factor = factors[check.draw_index(std::size(factors), "factor")];
  const Problem first = with_integers(problem, check.input_precision(), check.draw_seed("first values"));
  const Problem second = with_integers(problem, check.input_precision(), check.draw_seed("second values"));
  const Asked asked[] = {ask(check, first), ask(check, second), ask(check, combined(first, second, factor))};
  for (Index i = problem.shape.tokens - 1; i >= 0; i -= 1 + problem.shape.tokens / 10)
    row_is_linear(check, asked, factor, i);
}
