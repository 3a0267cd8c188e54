#pragma once
// problems.h: what the tests of the draw room share: logits of a problem, engines with a plain describe, problems in
// order. Used by tests/draw only.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "draw/engine.h"
#include "draw/schedule.h"

namespace attncheck {

inline CaseFailed failing(const Problem& problem, Outcome outcome = Outcome::falsified) {
  CaseFailed failed;
  failed.outcome = outcome;
  failed.message = "as the test wants";
  failed.problem = problem;
  return failed;
}

inline CaseFailed describe_plainly(Outcome outcome, const std::string& message) {
  CaseFailed failed;
  failed.outcome = outcome;
  failed.message = message;
  return failed;
}

inline EngineResult run_plainly(const EngineParams& params, const std::function<void(Drawer&)>& body) {
  return run_engine(params, body, describe_plainly);
}

inline EngineParams engine_params(int problems, int shrink_budget = 500, std::uint64_t seed = 1) {
  EngineParams params;
  params.id = "draw/test/float32";
  params.seed = seed;
  params.problems = problems;
  params.shrink_budget = shrink_budget;
  return params;
}

/// Every problem an engine with these parameters draws.
inline std::vector<Problem> drawn(const EngineParams& params, const ProblemSpec& spec) {
  std::vector<Problem> problems;
  run_plainly(params, [&](Drawer& drawer) { problems.push_back(drawer.problem(spec)); });
  return problems;
}

inline double dot(const Problem& problem, Index i, Index j) {
  double sum = 0;
  for (Index c = 0; c < problem.shape.head_dim; ++c) sum += problem.query(i, c) * problem.key(j, c);
  return sum;
}

/// query.key / sqrt(head_dim) of all pairs, whether visible or not. [tokens, tokens]
inline Tensor logits_of(const Problem& problem) {
  Tensor logits(problem.shape.tokens, problem.shape.tokens);
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; j < logits.cols(); ++j)
      logits(i, j) = dot(problem, i, j) / std::sqrt(static_cast<double>(problem.shape.head_dim));
  return logits;
}

inline bool same(const Problem& a, const Problem& b) {
  const auto equal = [](const Tensor& x, const Tensor& y) {
    return x.rows() == y.rows() && std::ranges::equal(x.elements(), y.elements());
  };
  return a.shape == b.shape && a.causal == b.causal && a.family == b.family && a.placement == b.placement &&
         equal(a.query, b.query) && equal(a.key, b.key) && equal(a.value, b.value);
}

}  // namespace attncheck
