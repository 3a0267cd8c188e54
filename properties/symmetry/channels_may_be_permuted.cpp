// A dot product is a sum over the channels: their order does not matter, as long as query and key keep the same.
#include "attncheck/laws.h"
using namespace attncheck;

namespace {

Tensor columns_in_order(const Tensor& tensor, std::span<const Index> order) {
  Tensor ordered(tensor.rows(), tensor.cols());
  for (Index i = 0; i < tensor.rows(); ++i)
    for (Index c = 0; c < tensor.cols(); ++c) ordered(i, c) = tensor(i, order[static_cast<std::size_t>(c)]);
  return ordered;
}

}  // namespace

ATTNCHECK_PROPERTY(symmetry, channels_may_be_permuted, "the channels of query and key may come in any order", 8) {
  const Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(2, 60).head_dim_between(2, 256));
  const auto order = any_order(problem.shape.head_dim, check.draw_seed("order"));
  Problem permuted = problem;
  permuted.query = columns_in_order(problem.query, order);
  permuted.key = columns_in_order(problem.key, order);
  same_rows(check, ask(check, problem), ask(check, permuted), {0, problem.shape.tokens},
            "with the channels of query and key in another order");
}
