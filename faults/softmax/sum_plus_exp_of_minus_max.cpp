// Softmax with an extra one in the denominator, in the right frame: the weights of a row sum to less than one.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_plus_exp_of_minus_max, "exp(-max) is added to the sum: an extra key with logit zero") {
  steps.final_sum = [](double sum, double shift) { return sum + std::exp(-shift); };
  card.exposed_by = "constant values and logits that are not large";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
