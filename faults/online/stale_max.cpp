// The maximum is read before it is updated: the sums move to the new frame, the tile does not.
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
    const double used = first == 0 ? part.max : max;
    const double keep = first == 0 ? 0.0 : std::exp(max - std::max(max, part.max));
    const double mass = part.sum * std::exp(part.max - used);
    sum = sum * keep + mass;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] = output[c] * keep + mass * part.mean[c];
    max = std::max(used, part.max);
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(online, stale_max, "the exponentials of a tile still use the maximum of the tiles before") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    return row_by_row(problem, [&](Index i) { return row_of(problem, i, right.tile); });
  };
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"accuracy/no_size_is_special", "average/output_in_hull_of_values", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(16, 0) = 2;
    return problem;
  };
}
