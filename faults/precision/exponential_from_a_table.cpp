// Fine enough for every half type.
#include <cmath>
#include <numbers>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, exponential_from_a_table,
                "exp from a table of 64 steps an octave with straight lines between, 1.5e-5 off") {
  steps.exponential = [](double x) {
    const double step = x * std::numbers::log2e * 64, below = std::floor(step);
    const double low = std::exp2(below / 64), high = std::exp2((below + 1) / 64);
    return std::isfinite(step) ? low + (high - low) * (step - below) : 0.0;
  };
  card.exposed_by = "weights read back at many logits";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.25390625}}, {{0}, {1}}, false); };
}
