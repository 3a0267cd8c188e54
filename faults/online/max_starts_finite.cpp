// Seen as rows of zeros when massive activations pushed all logits of a row below the start
// (flashinfer-ai/flashinfer#4267, there -5e4), and as a floor of -1e4 meant as a guard against NaN
// (tracel-ai/burn#4697).
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, max_starts_finite, "the running maximum starts at -1e4: smaller logits never move it") {
  steps.max_start = [] { return -1e4; };
  card.shows_on = [] { return small_problem({{128}}, {{-128}}, {{1}}, false); };
}
