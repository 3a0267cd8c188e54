// Two loops over a tile, one of which was ended too early.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, Index i, Index tile) {
  double max = 0, sum = 0;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index first = 0; first < problem.visible_keys(i); first += tile) {
    const PartOfRow part = part_of_row(problem, i, keys_between(first, std::min(first + tile, problem.shape.tokens)));
    const double first_logit = part_of_row(problem, i, {first}).max;
    const double raised = first == 0 ? part.max : std::max(max, part.max);
    const double mass = part.sum * std::exp(part.max - raised);
    sum = (first == 0 ? 0.0 : sum * std::exp(max - std::max(max, first_logit))) + mass;
    for (std::size_t c = 0; c < output.size(); ++c)
      output[c] = (first == 0 ? 0.0 : output[c] * std::exp(max - raised)) + mass * part.mean[c];
    max = raised;
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(online, sum_rescaled_by_the_first_of_a_tile,
                "the sum is rescaled as if the first logit of the tile were its largest") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    return row_by_row(problem, [&](Index i) { return row_of(problem, i, right.tile); });
  };
  card.exposed_by = "a tile whose largest logit is not its first";
  card.noticed_by = {"normalization/rows_sum_to_one", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({18, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(17, 0) = 2;
    problem.value(17, 0) = 1;
    return problem;
  };
}
