// A floor under the logarithm of a weight that stayed when the logarithm went.
#include <algorithm>
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, tiny_weights_round_up, "a weight below 1e-5 counts as 1e-5") {
  steps.exponential = [](double x) { return std::max(std::exp(x), 1e-5); };
  card.exposed_by = "one dominant key and many far below it";
  card.noticed_by = {"accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{8}, {0}}, {{8}, {0}}, {{0}, {1}}, false); };
}
