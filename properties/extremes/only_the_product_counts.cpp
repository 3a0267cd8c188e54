// Query and key meet in their products alone, so it does not matter which of them is large: a tiny key beside a huge
// query is an ordinary logit. Who keeps either in fewer bits, flushes what is small or adds to it, changes it.
#include <cmath>

#include "attncheck/laws.h"
using namespace attncheck;

namespace {

/// Powers of two, so that every product stays as it is.
constexpr int exponents[] = {20, -20, 60, -60, 42, -42, 30, -30};
constexpr int exponents_of_float64[] = {20, -20, 200, -200, 60, -60, 400, -400};

int exponent(const Check& check, Index turn) {
  if (check.profile().inputs) return exponents[turn] > 0 ? 4 : -4;  // a narrow type holds no more
  return check.dtype() == DType::float64 ? exponents_of_float64[turn] : exponents[turn];
}

void multiply(Tensor& tensor, double factor, DType dtype) {
  for (double& element : tensor.elements()) element = round_to(dtype, element * factor);
}

}  // namespace

ATTNCHECK_PROPERTY(extremes, only_the_product_counts, "a tiny key counts with a large query, and the other way round",
                   6) {
  Problem problem =
      check.draw_problem(ProblemSpec{}.tokens_between(2, 20).head_dim_between(1, 16).logits_from("gaussian"));
  const double factor = std::ldexp(1.0, exponent(check, check.draw_in_turn(8)));
  multiply(problem.query, factor, problem.dtype);
  multiply(problem.key, 1 / factor, problem.dtype);
  problem = check.round_inputs(std::move(problem));
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
