// What a call in one dtype leaves behind, a scale or a buffer it remembers, must not show in the other.
#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(conduct, dtypes_do_not_disturb_each_other, "a call in another dtype changes no later answer", 5) {
  const DType other = check.dtype() == DType::float32 ? DType::float64 : DType::float32;
  if (!check.offers(other)) check.not_applicable("the subject offers one dtype only");
  if (!check.repeatable()) check.not_applicable("the subject declares repeatable=no");
  // Moderate logits: these numbers have a neighbour in either dtype.
  const Problem problem = check.draw_problem(ProblemSpec{}.moderate_logits().tokens_between(1, 70));
  Problem same_in_other = problem;
  same_in_other.dtype = other;
  round_to_dtype(same_in_other);
  check.fresh_process();
  const Tensor alone = check.run(problem);
  check.fresh_process();
  check.run(same_in_other);
  check.rows_identical(alone, check.run(problem), 0, alone.rows(), "after a call in the other dtype");
}
