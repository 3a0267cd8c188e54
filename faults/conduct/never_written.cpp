// A launch that fails and whose error nobody reads.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, never_written, "the output is never written") {
  steps.rows_written = [](Index) { return Index{0}; };
  card.exposed_by = "an output that holds NaN before the call";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::unwritten;
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
