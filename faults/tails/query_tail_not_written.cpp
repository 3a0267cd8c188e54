// Seen in a kernel written for exact multiples, and as rows that keep what the allocator left.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, query_tail_not_written, "rows beyond the last full four are not computed") {
  steps.rows_written = [](Index tokens) { return tokens / 4 * 4; };
  card.seen = {"ROCm/triton#409", "fla-org/flash-linear-attention#892"};
  card.exposed_by = "a number of tokens that is no multiple of 4";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::unwritten;
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
