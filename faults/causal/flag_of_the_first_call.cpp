// A kernel that is built once, for the options it was first asked for.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, flag_of_the_first_call, "the flag of the first call decides for all later ones") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static const bool causal = problem.causal;
    Problem asked = problem;
    asked.causal = causal;
    return run_steps(right_steps(), asked);
  };
  card.exposed_by = "a causal call after one that is not, and the other way round";
  card.noticed_by = {"conduct/same_answer_twice", "average/output_in_hull_of_values"};
  card.after = [] { return std::vector<Problem>{make_problem({2, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
