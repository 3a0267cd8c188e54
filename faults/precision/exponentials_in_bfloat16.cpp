// The weights of a row still sum to one, so constant values never show it.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, exponentials_in_bfloat16, "each exponential is rounded to bfloat16, in the sum too") {
  steps.exponential = [](double x) { return round_to_bits(std::exp(x), 8); };
  card.exposed_by = "weights other than powers of two";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false); };
}
