// NaN in a key is seen by the rows that see the key, and by no other: a row that stays finite has hidden the damage,
// and one that becomes NaN although it must not look has looked.
#include <cmath>
#include <limits>
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

void all_nan(Check& check, const Tensor& output, Index i, Index key) {
  for (Index j = 0; j < output.cols(); ++j)
    if (!std::isnan(output(i, j)))
      check.falsify("key " + std::to_string(key) + " is NaN and row " + std::to_string(i) + " sees it, but output[" +
                        std::to_string(i) + "][" + std::to_string(j) + "] is not NaN",
                    Cell{.row = i, .column = j, .observed = output(i, j), .centre = std::nan("")});
}

}  // namespace

ATTNCHECK_PROPERTY(causality, nan_reaches_rows_that_see_it, "NaN in a key reaches the rows that see it and no other",
                   2) {
  if (!check.passes_nan()) check.not_applicable("the subject promises nothing about NaN; --declare nan=yes does");
  const Problem problem = check.draw_problem(ProblemSpec{}.moderate_logits().tokens_between(2, 140));
  const Index key = check.draw_index(problem.shape.tokens, "key");
  Problem poisoned = problem;
  for (double& element : poisoned.key.row(key)) element = std::numeric_limits<double>::quiet_NaN();
  const Tensor before = check.run(problem);
  const Tensor after = check.run(poisoned);
  for (Index i = 0; i < after.rows(); ++i) {
    if (problem.visible(i, key)) {
      all_nan(check, after, i, key);
    } else if (check.repeatable()) {
      check.rows_identical(before, after, i, i + 1,
                           "key " + std::to_string(key) + ", which the row must not see, is NaN");
    } else {
      for (Index j = 0; j < after.cols(); ++j)
        check.require(!std::isnan(after(i, j)) || std::isnan(before(i, j)), "NaN in a key reaches a row before it");
    }
  }
}
