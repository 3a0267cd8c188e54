// One name for two types: float32 alone never shows it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, float64_computed_in_float32, "logits of a float64 problem are float32 numbers") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return round_to(DType::float32, logit); };
  card.exposed_by = "float64";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false);
    problem.dtype = DType::float64;
    problem.query(0, 0) = 1 + 0x1p-40;
    return problem;
  };
}
