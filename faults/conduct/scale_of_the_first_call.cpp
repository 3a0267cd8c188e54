// A constant that is not one: a model has one head_dim, a library has many.
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, scale_of_the_first_call, "the scale is computed once, for the head_dim of the first call") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static const double scale = 1.0 / std::sqrt(static_cast<double>(problem.shape.head_dim));
    Steps kept = right_steps();
    kept.scale = [](const Shape&) { return scale; };
    return run_steps(kept, problem);
  };
  card.exposed_by = "another head_dim in a later call";
  card.noticed_by = {"conduct/same_answer_twice", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.after = [] { return std::vector<Problem>{make_problem({1, 1, 1}, DType::float32, false)}; };
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
