// A long-context option that was left on.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, grows_with_length, "logits are multiplied by log(tokens)/log(512) beyond 512 tokens") {
  steps.logit = [](const Problem& problem, Index, Index, double logit) {
    const double tokens = static_cast<double>(problem.shape.tokens);
    return tokens > 512 ? logit * std::log(tokens) / std::log(512.0) : logit;
  };
  card.exposed_by = "more than 512 tokens";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({768, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(0, 0) = 2;
    problem.value(0, 0) = 1;
    return problem;
  };
}
