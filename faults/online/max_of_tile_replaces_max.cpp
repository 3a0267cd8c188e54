// Right in exact arithmetic; where logits fall by more than 89 from one tile to the next, the factor overflows.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, Index i, Index tile) {
  double max = -std::numeric_limits<double>::infinity(), sum = 0;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index first = 0; first < problem.visible_keys(i); first += tile) {
    const PartOfRow part = part_of_row(problem, i, keys_between(first, std::min(first + tile, problem.shape.tokens)));
    const double keep = round_to(problem.dtype, std::exp(max - part.max));
    sum = round_to(problem.dtype, sum * keep + part.sum);
    for (std::size_t c = 0; c < output.size(); ++c)
      output[c] = round_to(problem.dtype, output[c] * keep + part.sum * part.mean[c]);
    max = part.max;
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(online, max_of_tile_replaces_max,
                "each tile moves the sums to its own maximum, also when that is far below") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    return row_by_row(problem, [&](Index i) { return row_of(problem, i, right.tile); });
  };
  card.exposed_by = "logits that fall steeply from tile to tile";
  card.noticed_by = {"normalization/rows_sum_to_one"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(0, 0) = 32;
    problem.value(0, 0) = 1;
    return problem;
  };
}
