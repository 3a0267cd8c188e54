// A neighbour of padding to an alignment: block sizes must often be powers of two, so 80 becomes 128.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, head_dim_padded_to_power_of_two, "the scale is that of head_dim rounded up to a power of two") {
  steps.scale = [](const Shape& shape) {
    double padded = 1;
    while (padded < static_cast<double>(shape.head_dim)) padded *= 2;
    return 1.0 / std::sqrt(padded);
  };
  card.exposed_by = "a head_dim that is no power of two";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2, 2, 0}, {0, 0, 0}}, {{1, 1, 0}, {0, 0, 0}}, {{1}, {0}}, false); };
}
