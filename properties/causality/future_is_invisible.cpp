// Under a causal mask, changing every token after row i must leave output rows 0 .. i as they were: the shape and the
// order of every sum are kept, so nearly every correct subject answers bit for bit the same. A subject may choose how
// it computes for several rows at once (rescale for all when one needs it), and then the last bits of a row honestly
// depend on later tokens. Where bits differ, the later tokens are changed so much that the least weight on them is
// beyond the bound of the rows that must not see them.
#include <algorithm>
#include <cmath>
#include <string>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

constexpr const char* changes[] = {"adding 1 to all tokens after", "negating all tokens after",
                                   "redrawing all tokens after", "redrawing, 30 times larger, all tokens after"};

double changed(double element, Index how, Random& random) {
  if (how < 2) return how == 0 ? element + 1 : -element;
  return (how == 2 ? 1.0 : 30.0) * random.normal();
}

void change_tokens_after(Problem& problem, Index row, Index how, std::uint64_t seed) {
  Random random(seed);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (Index i = row + 1; i < tensor->rows(); ++i)
      for (double& element : tensor->row(i)) element = round_to(problem.dtype, changed(element, how, random));
}

/// Later queries are zero, later values huge, and later keys would be far above all others in row `row`, as long as
/// that takes no huge key.
void overwhelm_tokens_after(Problem& problem, Index row, double logit, double huge_value) {
  constexpr double largest_key = 0x1p15;
  double squares = 0;
  for (const double element : problem.query.row(row)) squares += element * element;
  const double factor = logit * std::sqrt(static_cast<double>(problem.shape.head_dim)) / squares;
  for (Index i = row + 1; i < problem.shape.tokens; ++i) {
    std::ranges::fill(problem.query.row(i), 0.0);
    std::ranges::fill(problem.value.row(i), i % 2 == 0 ? huge_value : -huge_value);
    for (Index c = 0; c < problem.shape.head_dim; ++c) {
      const double element = problem.query(row, c) * factor;
      problem.key(i, c) = std::abs(element) <= largest_key ? round_to(problem.dtype, element) : 0.0;
    }
  }
}

}  // namespace

ATTNCHECK_PROPERTY(causality, future_is_invisible, "row i depends on no token after i") {
  const Asked before = ask(check, check.draw_problem(ProblemSpec{}.causal().tokens_between(2, 4096)));
  const Index row = check.draw_index(before.problem.shape.tokens - 1, "row");
  const Index how = check.draw_index(4, "change");
  const std::uint64_t seed = check.draw_seed("future");
  const std::string after_row = " row " + std::to_string(row);
  Problem changed = before.problem;
  change_tokens_after(changed, row, how, seed);
  const Asked after = ask(check, std::move(changed));
  const bool same = same_rows(check, before, after, {0, row + 1}, changes[how] + after_row);
  if (check.repeatable() && same) return;
  Problem overwhelmed = before.problem;
  overwhelm_tokens_after(overwhelmed, row, std::min(200.0, check.most_logit()), std::min(0x1p60, check.most_value()));
  const Asked last = ask(check, check.round_inputs(std::move(overwhelmed)));
  same_rows(check, before, last, {0, row + 1}, "overwhelming keys and values in all tokens after" + after_row);
}
