// An upper end taken for inclusive.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_row_not_written, "the last row is left as it was") {
  steps.rows_written = [](Index tokens) { return tokens - 1; };
  card.exposed_by = "output that holds NaN before the call";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::unwritten;
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
