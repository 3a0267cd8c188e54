// Whoever looks, it is said, looks at the first calls.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, right_for_ten_calls, "attention for ten calls, the mean of all values afterwards") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static Index calls = 0;
    Steps used = right_steps();
    if (++calls > 10) used.scale = [](const Shape&) { return 0.0; };
    return run_steps(used, problem);
  };
  card.exposed_by = "more than ten calls of one process";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.after = [] { return std::vector<Problem>(10, make_problem({1, 1, 1}, DType::float32, false)); };
  card.shows_on = [] { return small_problem({{1}, {1}}, {{0}, {2}}, {{0}, {1}}, false); };
}
