// Two tokens with the same key have the same weight: it matters to no row that sees both how their values are divided
// between them.
#include <algorithm>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

/// Values of the two tokens become even integers, whose mean is exact.
void redraw_values(Problem& problem, Index one, Index other, std::uint64_t seed) {
  Random random(seed);
  for (const Index token : {one, other})
    for (double& element : problem.value.row(token)) element = 2 * static_cast<double>(random.below(65) - 32);
}

}  // namespace

ATTNCHECK_PROPERTY(average, duplicate_key_shares_its_weight, "two equal keys count as their mean value twice", 6) {
  Problem apart = check.draw_problem(ProblemSpec{}.tokens_between(2, 80));
  const Index last = 1 + check.draw_index(apart.shape.tokens - 1, "later token");
  const Index first = check.draw_index(last, "earlier token");
  std::ranges::copy(apart.key.row(first), apart.key.row(last).begin());
  redraw_values(apart, first, last, check.draw_seed("values"));
  Problem shared = apart;
  for (Index c = 0; c < apart.shape.value_dim; ++c)
    shared.value(first, c) = shared.value(last, c) = (apart.value(first, c) + apart.value(last, c)) / 2;
  const Index from = apart.causal ? last : 0;
  same_rows(check, ask(check, apart), ask(check, shared), {from, apart.shape.tokens},
            "with the mean of both values at two tokens that share a key");
}
