// Sparse attention that forgets to renormalise; ordinary inputs lose less than their tolerance.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, small_weights_dropped, "weights below 1e-4 become zero after the sum was taken") {
  steps.weight_after_softmax = [](const Problem&, Index, Index, double weight) { return weight < 1e-4 ? 0.0 : weight; };
  card.exposed_by = "one dominant key and many small ones, or large values under small weights";
  card.noticed_by = {"normalization/rows_sum_to_one", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{4}, {0}}, {{2.5}, {0}}, {{0}, {1024}}, false); };
}
