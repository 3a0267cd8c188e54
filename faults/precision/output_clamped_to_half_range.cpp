// A guard for half precision, left on for every type.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, output_clamped_to_half_range, "outputs are clamped to the range of float16") {
  steps.deliver = [](const Problem&, Index, Index, double mean) { return std::clamp(mean, -65504.0, 65504.0); };
  card.exposed_by = "values above 65504";
  card.noticed_by = {"causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{131072}}, false); };
}
