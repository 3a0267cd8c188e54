// Adding one vector to every key adds its product with the query to all logits of a row, and softmax does not see a
// constant. Keys are integers, so that the sums are exact.
#include <algorithm>
#include <cmath>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

/// At most `size`, and no more than keeps the logits within what the subject takes.
double affordable(double size, const Problem& problem, double most_logit) {
  double longest = 0;
  for (const double element : problem.query.elements()) longest = std::max(longest, std::abs(element));
  const double root = std::sqrt(static_cast<double>(problem.shape.head_dim));
  while (size >= 1 && (size + 3) * longest * root > most_logit) size /= 2;
  return size < 1 ? 0 : size;
}

}  // namespace

ATTNCHECK_PROPERTY(symmetry, row_constant_changes_nothing, "a constant added to all logits of a row changes nothing",
                   8) {
  constexpr double sizes[] = {64, 1, 8, 1024, 4};
  const double wish = sizes[check.draw_in_turn(std::size(sizes))];
  const Problem problem = check.draw_problem(ProblemSpec{}.logits_from("integer grid").tokens_between(2, 80));
  const double largest_integer = std::ldexp(1.0, check.input_precision());  // with all below it
  const double size = affordable(std::min(wish, largest_integer - 3), problem, check.most_logit());
  Random random(check.draw_seed("vector"));
  Problem shifted = problem;
  for (Index c = 0; c < problem.shape.head_dim; ++c) {
    const double added = std::round(size * (2 * random.uniform() - 1));
    for (Index j = 0; j < problem.shape.tokens; ++j) shifted.key(j, c) += added;
  }
  same_rows(check, ask(check, problem), ask(check, shifted), {0, problem.shape.tokens},
            "with one vector added to every key");
}
