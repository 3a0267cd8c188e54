// Seen as a stored mask that was larger than the logits, and as a mask tied to the first length.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, mask_of_an_earlier_call,
                "the mask is kept between calls and read with the row length of the call at hand") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static std::vector<bool> mask;
    static Index made_for = 0;
    const Index tokens = problem.shape.tokens;
    if (tokens > made_for) {
      mask.assign(static_cast<std::size_t>(tokens * tokens), false);
      for (Index cell = 0; cell < tokens * tokens; ++cell)
        mask[static_cast<std::size_t>(cell)] = cell % tokens <= cell / tokens;
      made_for = tokens;
    }
    Steps masked = right_steps();
    masked.visible = [](const Problem& asked, Index i, Index j) {
      return !asked.causal || mask[static_cast<std::size_t>(i * asked.shape.tokens + j)];
    };
    return run_steps(masked, problem);
  };
  card.seen = {"facebookresearch/xformers#66", "facebookresearch/xformers#655"};
  card.exposed_by = "a short causal problem after a longer one";
  card.noticed_by = {"conduct/same_answer_twice", "causality/future_is_invisible", "causality/future_weights_are_zero"};
  card.after = [] { return std::vector<Problem>{make_problem({4, 1, 1}, DType::float32, true)}; };
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
