// Seen in kind: a kernel that hardly correlates with the answer passes when values lie between 0.5 and 1.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, constant_half, "every element of the output is 0.5") {
  steps.deliver = [](const Problem&, Index, Index, double) { return 0.5; };
  card.seen = {"Xilinx/mlir-air#1427"};
  card.exposed_by = "any values other than a half";
  card.noticed_by = {"causality/future_weights_are_zero", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
