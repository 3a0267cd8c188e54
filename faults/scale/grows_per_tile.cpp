// Seen where the local scale is turned into base two inside the loop over tiles; one tile alone is exact.
#include <cmath>
#include <numbers>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, grows_per_tile, "the scale is multiplied by log2(e) again for every tile") {
  steps.logit = [tile = steps.tile](const Problem&, Index, Index j, double logit) {
    const Index tiles = j / tile;
    return logit * std::pow(std::numbers::log2e, static_cast<double>(tiles));
  };
  card.seen = {"flagos-ai/FlagGems#424"};
  card.exposed_by = "more keys than one tile holds";
  card.noticed_by = {"scaling/variance_of_logits_is_one", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = 2;
    problem.value(16, 0) = 1;
    return problem;
  };
}
