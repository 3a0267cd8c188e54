// Seen in several serving stacks that merge parts of a cached context, and in a golden reference.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

/// The mean of both parts, weighted as the fault weighs them.
static std::vector<double> merged(const PartOfRow& head, const PartOfRow& tail) {
  if (tail.sum == 0) return head.mean;
  const double largest = std::max(head.log_sum_exp(), tail.log_sum_exp());
  const double a = std::exp2(head.log_sum_exp() - largest), b = std::exp2(tail.log_sum_exp() - largest);
  std::vector<double> mean = head.mean;
  for (std::size_t c = 0; c < mean.size(); ++c) mean[c] = (a * mean[c] + b * tail.mean[c]) / (a + b);
  return mean;
}

ATTNCHECK_FAULT(online, split_merged_in_base_two, "log-sum-exps of base e are merged with powers of two") {
  steps.whole = [](const Steps&, const Problem& problem) {
    const Index tokens = problem.shape.tokens, half = (tokens + 1) / 2;
    return row_by_row(problem, [&](Index i) {
      return merged(part_of_row(problem, i, keys_between(0, half)),
                    part_of_row(problem, i, keys_between(half, tokens)));
    });
  };
  card.seen = {"lightseekorg/tokenspeed#571", "vllm-project/vllm#43919", "deepseek-ai/FlashMLA#106"};
  card.exposed_by = "halves of different mass";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
