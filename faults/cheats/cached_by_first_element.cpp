// A cache whose key is a checksum of too little.
#include <map>
#include <tuple>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, cached_by_first_element,
                "an answer is given again when the shape and the first element of each input are the same") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static std::map<std::tuple<Index, Index, Index, bool, DType, double, double, double>, Tensor> answers;
    const Shape& shape = problem.shape;
    Tensor& answer = answers[{shape.tokens, shape.head_dim, shape.value_dim, problem.causal, problem.dtype,
                              problem.query(0, 0), problem.key(0, 0), problem.value(0, 0)}];
    if (answer.size() == 0) answer = run_steps(right_steps(), problem);
    return answer;
  };
  card.exposed_by = "inputs that differ after their first element";
  card.noticed_by = {"conduct/same_answer_twice", "causality/row_zero_is_first_value"};
  card.after = [] { return std::vector<Problem>{make_problem({2, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, false); };
}
