// A variable that is declared inside the loop.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, Index i, Index tile) {
  const auto rounded = [&](double number) { return round_to(problem.dtype, number); };
  double max = -std::numeric_limits<double>::infinity(), sum = 0;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index first = 0; first < problem.visible_keys(i); first += tile) {
    const PartOfRow part = part_of_row(problem, i, keys_between(first, std::min(first + tile, problem.shape.tokens)));
    const double raised = std::max({max, part.max, first == 0 ? max : 0.0});
    const double keep = rounded(std::exp(max - raised)), mass = part.sum * rounded(std::exp(part.max - raised));
    sum = sum * keep + mass;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] = output[c] * keep + mass * part.mean[c];
    max = raised;
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(online, max_of_tile_starts_at_zero,
                "the maximum of every tile after the first starts at zero and is then taken for the row's") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    return row_by_row(problem, [&](Index i) { return row_of(problem, i, right.tile); });
  };
  card.exposed_by = "very negative logits over more than one tile";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    for (Index j = 0; j < 17; ++j) problem.query(j, 0) = 32, problem.key(j, 0) = -32, problem.value(j, 0) = 1;
    return problem;
  };
}
