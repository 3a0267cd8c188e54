// The cache that every benchmark with fixed inputs rewards.
#include <map>
#include <tuple>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, cached_by_shape, "the first answer for a shape is given ever after") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static std::map<std::tuple<Index, Index, Index, bool, DType>, Tensor> answers;
    const Shape& shape = problem.shape;
    Tensor& answer = answers[{shape.tokens, shape.head_dim, shape.value_dim, problem.causal, problem.dtype}];
    if (answer.size() == 0) answer = run_steps(right_steps(), problem);
    return answer;
  };
  card.seen = {"gpu-mode/reference-kernels#162"};
  card.exposed_by = "the same shape with other contents";
  card.noticed_by = {"conduct/same_answer_twice", "causality/row_zero_is_first_value"};
  card.after = [] { return std::vector<Problem>{make_problem({1, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
