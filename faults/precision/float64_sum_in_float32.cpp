// A constant of the wrong type in the middle of a template.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, float64_sum_in_float32,
                "the sum and the output of a float64 problem are accumulated in float32") {
  steps.add_to_sum = steps.add_to_output = [](double sum, double term) { return round_to(DType::float32, sum + term); };
  card.exposed_by = "float64";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one"};
  card.shows_on = [] {
    Problem problem = small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false);
    problem.dtype = DType::float64;
    problem.query(0, 0) = 1 + 0x1p-40;
    return problem;
  };
}
