// A static that is set to zero only once. The first call is right.
#include <algorithm>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, sum_kept_between_calls, "each row's sum goes on from where the call before left it") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static std::vector<double> sums;
    sums.resize(std::max(sums.size(), static_cast<std::size_t>(problem.shape.tokens)), 0.0);
    return row_by_row(problem, [&](Index i) {
      PartOfRow row = part_of_row(problem, i, keys_between(0, problem.shape.tokens));
      double& sum = sums[static_cast<std::size_t>(i)];
      sum += row.sum;
      for (double& x : row.mean) x *= row.sum / sum;
      return row.mean;
    });
  };
  card.exposed_by = "any second call with constant values";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.after = [] { return std::vector<Problem>{make_problem({1, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
