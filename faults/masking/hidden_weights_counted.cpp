// The mask reaches one of two loops.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(masking, hidden_weights_counted,
                "hidden weights are left out of the weighted sum's denominator, but not of the weighted sum") {
  steps.whole = [](const Steps&, const Problem& problem) {
    Problem open = problem;
    open.causal = false;
    return row_by_row(problem, [&](Index i) {
      const PartOfRow seen = part_of_row(problem, i, keys_between(0, i + 1));
      PartOfRow all = part_of_row(open, i, keys_between(0, problem.shape.tokens));
      const double factor = all.sum * std::exp(all.max - seen.max) / seen.sum;
      for (double& x : all.mean) x *= problem.causal ? factor : 1;
      return all.mean;
    });
  };
  card.exposed_by = "constant values under a causal mask";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, true); };
}
