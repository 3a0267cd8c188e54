// Seen as weights of exp(0) for keys that are not there.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_tail_counts_zero_lanes,
                "the last tile of 16 is filled up with zeros, which count as keys with logit zero") {
  steps.whole = [tile = steps.tile](const Steps&, const Problem& problem) {
    const Index lanes = (problem.shape.tokens + tile - 1) / tile * tile - problem.shape.tokens;
    return row_by_row(problem, [&](Index i) {
      PartOfRow row = part_of_row(problem, i, keys_between(0, problem.shape.tokens));
      const double zeros = problem.causal ? 0 : static_cast<double>(lanes);
      for (double& x : row.mean) x /= 1 + zeros * std::exp(-row.max) / row.sum;
      return row.mean;
    });
  };
  card.seen = {"flashinfer-ai/flashinfer#5090", "tenstorrent/tt-metal#6832"};
  card.exposed_by = "constant values and a number of tokens that is no multiple of 16";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
