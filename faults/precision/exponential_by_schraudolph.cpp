// Source: Schraudolph, A fast, compact approximation of the exponential function, 1999.
#include <cmath>
#include <numbers>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, exponential_by_schraudolph,
                "exp by writing a scaled number into the exponent field, 3 percent off") {
  steps.exponential = [](double x) {
    const double exponent = x * std::numbers::log2e, below = std::floor(exponent);
    return exponent < -1000 ? 0.0 : std::ldexp(1 + exponent - below, static_cast<int>(below));
  };
  card.exposed_by = "logits of ordinary size";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.75}}, {{0}, {1}}, false); };
}
