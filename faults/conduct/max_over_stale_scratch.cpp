// A scratch buffer is filled as far as a row sees, and read as far as it is long.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, std::vector<double>& scratch, Index i) {
  const std::vector<Index> seen = keys_between(0, problem.visible_keys(i));
  for (const Index j : seen) scratch[static_cast<std::size_t>(j)] = part_of_row(problem, i, {j}).max;
  const double max = *std::max_element(scratch.begin(), scratch.begin() + problem.shape.tokens);
  double sum = 0;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (const Index j : seen) {
    const double weight = round_to(problem.dtype, std::exp(scratch[static_cast<std::size_t>(j)] - max));
    sum += weight;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(conduct, max_over_stale_scratch,
                "the maximum is taken over all tokens of a kept row, which holds logits of earlier rows and calls") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static std::vector<double> scratch;
    scratch.resize(std::max(scratch.size(), static_cast<std::size_t>(problem.shape.tokens)), 0.0);
    return row_by_row(problem, [&](Index i) { return row_of(problem, scratch, i); });
  };
  card.exposed_by = "visible logits far below those of an earlier row or call";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.shows_on = [] { return small_problem({{64}, {0}}, {{-64}, {0}}, {{1}, {1}}, true); };
}
