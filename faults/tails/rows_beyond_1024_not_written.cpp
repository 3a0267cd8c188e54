// Seen as a launch that is too large and does nothing (there from 65536 on).
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, rows_beyond_1024_not_written, "nothing is computed for rows beyond the first 1024") {
  steps.rows_written = [](Index tokens) { return std::min<Index>(tokens, 1024); };
  card.seen = {"flashinfer-ai/flashinfer#3125", "sgl-project/sglang#34948"};
  card.exposed_by = "more than 1024 tokens";
  card.noticed_by = {"shape/every_element_is_written", "accuracy/no_size_is_special"};
  card.effect = Effect::unwritten;
  card.shows_on = [] { return make_problem({1025, 1, 1}, DType::float32, false); };
}
