// What is asked before, and how often, does not matter: small after big, the same buffers with other contents, the mask
// turned on and off, hundreds of repeats, counters that come round, and the first problems asked again at the end.
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

/// Where the subject takes both.
Problem other_mask(const Check& check, Problem problem) {
  if (check.takes(problem.shape, !problem.causal)) problem.causal = !problem.causal;
  return problem;
}

Problem smallest(const Check& check, const Problem& problem) {
  Shape shape = problem.shape;
  shape.tokens = 1;
  return check.takes(shape, problem.causal) ? first_tokens(problem, 1) : problem;
}

void asked_again(Check& check, const Asked& before, const std::string& when) {
  const Asked again = ask(check, before.problem, Prefill::previous);
  check.counterexample(again.problem, again.output);
  if (!check.repeatable()) return check.within_bound(again.problem, again.output);
  check.rows_identical(before.output, again.output, 0, before.output.rows(), when + " the answer is another");
}

/// What a call left behind may look valid again when a counter of one byte comes round, after 255 or 256 calls. What
/// no call between has overwritten tells, and a fresh process has nothing left behind.
void asked_when_a_byte_comes_round(Check& check, const Problem& small, const Problem& big) {
  check.run(big);
  std::vector<Asked> asked;
  for (const Index calls_between : {254, 255}) {
    for (Index k = 0; k < calls_between; ++k) check.run(small);
    asked.push_back(ask(check, other_contents(big, check.draw_seed("contents"))));
  }
  for (const Asked& before : asked) {
    check.fresh_process();
    asked_again(check, before, "in a fresh process, not hundreds of calls later,");
  }
}

}  // namespace

ATTNCHECK_PROPERTY(conduct, calls_do_not_disturb_each_other, "earlier calls do not change an answer", 8) {
  const Problem small = check.draw_problem(ProblemSpec{}.tokens_between(1, 24));
  const Problem big = check.draw_problem(ProblemSpec{}.tokens_between(std::min<Index>(40, check.most_tokens()), 300));
  std::vector<Asked> asked;
  for (const Problem& problem :
       {small, big, other_contents(small, check.draw_seed("contents")), other_mask(check, small)})
    asked.push_back(ask(check, problem));
  for (std::size_t k = 0; k < asked.size(); ++k)
    asked_again(check, asked[(k * 3 + 1) % asked.size()], "asked again after other problems");
  const Index turn = check.draw_in_turn(8);
  if (turn == 1) asked_when_a_byte_comes_round(check, smallest(check, small), big);
  const Index repeats = turn == 0 ? 300 : 10;
  for (Index k = 1; k <= repeats; ++k) asked_again(check, asked.front(), "asked " + std::to_string(k) + " times more");
  for (const Asked& before : asked) asked_again(check, before, "asked once more at the end");
}
