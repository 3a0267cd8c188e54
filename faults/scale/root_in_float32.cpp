// Query and key are each multiplied by the root of the scale, a member variable of type float. Exact where head_dim is
// 16 or 256; a tolerance of 1e-6 never sees it.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, root_in_float32, "the root of the scale is a float32 number in float64 attention too") {
  steps.scale = [](const Shape& shape) {
    const double root = round_to(DType::float32, std::sqrt(1 / std::sqrt(static_cast<double>(shape.head_dim))));
    return root * root;
  };
  card.exposed_by = "float64, and a head_dim that is no power of 16";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = small_problem({{1, 1}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false);
    problem.dtype = DType::float64;
    return problem;
  };
}
