// Right on near-zero inputs; a logit 8 below the largest gets a weight of 90.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, exponential_by_taylor,
                "exp as its Taylor polynomial of degree 6 around zero, which grows again below -4") {
  steps.exponential = [](double x) {
    double sum = 1;
    for (int degree = 6; degree > 0; --degree) sum = 1 + sum * x / degree;
    return sum;
  };
  card.exposed_by = "logits that differ by more than 3";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{3}, {0}}, {{1}, {0}}, {{1}, {0}}, false); };
}
