// A kept scratch buffer that is read as far as a tile is long.
#include <algorithm>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, padded_keys_of_a_bigger_call,
                "keys are padded to 16 with what an earlier, longer call left there, and the padding counts") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static Index longest = 0;
    longest = std::max(longest, problem.shape.tokens);
    const Index lanes =
        problem.causal ? 0 : std::min(longest, (problem.shape.tokens + 15) / 16 * 16) - problem.shape.tokens;
    return row_by_row(problem, [&](Index i) {
      PartOfRow row = part_of_row(problem, i, keys_between(0, problem.shape.tokens));
      for (double& x : row.mean) x /= 1 + static_cast<double>(lanes) / row.sum;
      return row.mean;
    });
  };
  card.exposed_by = "a short call after a longer one";
  card.noticed_by = {"conduct/same_answer_twice", "normalization/rows_sum_to_one"};
  card.after = [] { return std::vector<Problem>{make_problem({2, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
