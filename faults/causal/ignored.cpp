// Seen as an argument without effect, as a mask made out of place and dropped, and as lengths that were never applied.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, ignored, "the causal flag has no effect") {
  steps.visible = [](const Problem&, Index, Index) { return true; };
  card.seen = {"pytorch/pytorch#96941", "facebookresearch/xformers#103", "opendilab/DI-engine#333",
               "mead-ml/mead-baseline#679", "tensorflow/addons#133"};
  card.exposed_by = "any change of a later token";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
