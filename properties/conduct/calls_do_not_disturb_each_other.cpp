// What is asked before, and how often, does not matter: small after big, the same buffers with other contents, the mask
// turned on and off, hundreds of repeats, and the first problems asked again at the end.
#include <algorithm>
#include <string>
#include <vector>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

/// The same shape, so the same buffers, with other numbers in them.
Problem other_contents(Problem problem, std::uint64_t seed) {
  fill_normal(problem, seed);
  return problem;
}

Problem other_mask(Problem problem) {
  problem.causal = !problem.causal;
  return problem;
}

void asked_again(Check& check, const Asked& before, const std::string& when) {
  const Asked again = ask(check, before.problem, Prefill::previous);
  check.counterexample(again.problem, again.output);
  if (!check.repeatable()) return check.within_bound(again.problem, again.output);
  check.rows_identical(before.output, again.output, 0, before.output.rows(), when + " the answer is another");
}

}  // namespace

ATTNCHECK_PROPERTY(conduct, calls_do_not_disturb_each_other, "earlier calls do not change an answer", 8) {
  const Problem small = check.draw_problem(ProblemSpec{}.tokens_between(1, 24));
  const Problem big = check.draw_problem(ProblemSpec{}.tokens_between(std::min<Index>(40, check.most_tokens()), 300));
  std::vector<Asked> asked;
  for (const Problem& problem : {small, big, other_contents(small, check.draw_seed("contents")), other_mask(small)})
    asked.push_back(ask(check, problem));
  for (std::size_t k = 0; k < asked.size(); ++k)
    asked_again(check, asked[(k * 3 + 1) % asked.size()], "asked again after other problems");
  const Index repeats = check.draw_in_turn(8) == 0 ? 300 : 10;
  for (Index k = 1; k <= repeats; ++k) asked_again(check, asked.front(), "asked " + std::to_string(k) + " times more");
  for (const Asked& before : asked) asked_again(check, before, "asked once more at the end");
}
