// Source of the precision: Intel 64 and IA-32 manual, RCPPS.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, reciprocal_to_12_bits,
                "the sum is inverted by an instruction that is right to 12 bits, without a Newton step") {
  steps.final_sum = [](double sum, double) { return 1 / round_to_bits(1 / sum, 12); };
  card.exposed_by = "constant values and a sum that is no power of two";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.25}}, {{0}, {1}}, false); };
}
