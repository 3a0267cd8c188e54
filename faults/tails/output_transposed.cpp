// Seen as a store whose layout did not match: norms right, elements wrong.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, output_transposed, "the output is written as [value_dim, tokens]") {
  steps.whole = [](const Steps&, const Problem& problem) {
    const Tensor right = run_steps(right_steps(), problem);
    Tensor output(right.rows(), right.cols());
    for (Index i = 0; i < right.rows(); ++i)
      for (Index c = 0; c < right.cols(); ++c)
        output.elements()[static_cast<std::size_t>(c * right.rows() + i)] = right(i, c);
    return output;
  };
  card.seen = {"Dao-AILab/flash-attention#2553"};
  card.exposed_by = "a value_dim above one";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1, 2}, {3, 4}}, false); };
}
