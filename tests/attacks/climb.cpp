#include "tests/attacks/climb.h"

#include <algorithm>
#include <cmath>

#include "reference/certified.h"
#include "reference/error_bound.h"
#include "reference/exact.h"
#include "tests/attacks/families.h"
#include "tests/attacks/mutate.h"

namespace attncheck::attacks {
namespace {

double confirmed(const Problem& problem, const RowStats& row, std::size_t column, double output, double bound) {
  const Index columns[] = {static_cast<Index>(column)};
  const double outputs[] = {output};
  return enclose(problem, 0, columns, outputs, needed_bits(row)).observed.front().least / bound;
}

double ratio_of(const Problem& problem, const RowStats& row, std::size_t c, double output, double bound) {
  if (!std::isfinite(output)) return INFINITY;
  const double excess = std::fabs(output - row.centre[c]) - row.radius[c];
  if (!(excess > 0)) return 0;
  const double ratio = excess / bound;
  return ratio > 1 ? confirmed(problem, row, c, output, bound) : ratio;
}

/// No logit of row 0 is larger, whatever its products' signs.
double largest_logit(const Problem& problem) {
  double largest = 0;
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    double sum = 0;
    for (Index k = 0; k < problem.shape.head_dim; ++k) sum += std::fabs(problem.query(0, k) * problem.key(j, k));
    largest = std::max(largest, sum);
  }
  return largest / std::sqrt(static_cast<double>(problem.shape.head_dim));
}

struct Climber {
  const Kernel& kernel;
  const Arithmetic& judged;
  const Effort& effort;
  Random random;
  long evaluations = 0;

  bool over(double ratio) const { return evaluations >= effort.evaluations || ratio > effort.enough; }

  double judge(const Problem& problem) {
    ++evaluations;
    if (largest_logit(problem) >= effort.logits) return -1;
    if (effort.explained && !(worst_ratio(kernel, kernel.arithmetic, problem).value_or(INFINITY) <= 1)) return -1;
    return worst_ratio(kernel, judged, problem).value_or(-1);
  }

  void go_on(Found& found, long steps) {
    for (; steps > 0 && !over(found.ratio); --steps) {
      Problem next = found.problem;
      mutate(next, kernel, random);
      const double ratio = judge(next);
      if (ratio < found.ratio) continue;
      found.problem = std::move(next);
      found.ratio = ratio;
    }
  }
};

Shape small_shape(const Kernel& kernel, Random& random) {
  // Long rows only where tiles need them: most of what there is to find is in a few keys.
  const bool many = kernel.keys > 12 && random.coin();
  const Index tokens = many ? 12 + random.below(kernel.keys - 11) : 2 + random.below(random.coin() ? 3 : 11);
  return {tokens, 1 + random.below(random.coin() ? 3 : 8), 1 + random.below(2)};
}

std::vector<Found> first_problems(Climber& climber, const std::vector<Problem>& starts) {
  std::vector<Found> all;
  double most = 0;
  const auto add = [&](Problem problem) {
    const double ratio = climber.judge(problem);
    most = std::max(most, ratio);
    all.push_back({std::move(problem), ratio, 0});
  };
  for (const Problem& problem : starts) add(problem);
  const long drawn = std::clamp(climber.effort.evaluations / 200, 4L, 200L);
  for (long k = 0; k < drawn && !climber.over(most); ++k) {
    const auto family = static_cast<std::size_t>(climber.random.below(static_cast<Index>(families().size())));
    add(draw(family, small_shape(climber.kernel, climber.random), climber.kernel, climber.random));
  }
  return all;
}

bool better(const Found& a, const Found& b) { return a.ratio > b.ratio; }

/// Every problem that has one key, channel or column less, or one zero more.
std::vector<Problem> smaller(const Problem& problem) {
  std::vector<Problem> all;
  for (Index j = 0; j < problem.shape.tokens && problem.shape.tokens > 1; ++j) all.push_back(without_key(problem, j));
  for (Index k = 0; k < problem.shape.head_dim && problem.shape.head_dim > 1; ++k)
    all.push_back(without_channel(problem, k));
  for (Index c = 0; c < problem.shape.value_dim && problem.shape.value_dim > 1; ++c)
    all.push_back(without_column(problem, c));
  for (Tensor Problem::*tensor : {&Problem::query, &Problem::key, &Problem::value})
    for (std::size_t k = 0; k < static_cast<std::size_t>((problem.*tensor).size()); ++k) {
      if ((problem.*tensor).elements()[k] == 0) continue;
      all.push_back(problem);
      (all.back().*tensor).elements()[k] = 0;
    }
  return all;
}

}  // namespace

double moderate_logits(const Kernel& kernel) {
  const double unit = info(kernel.arithmetic.logits).unit_roundoff;
  return std::min(0x1p8, unit > 0 ? 0x1p-3 / unit : INFINITY);
}

std::vector<double> ratios(const Kernel& kernel, const Arithmetic& judged, const Problem& problem) {
  const RowStats row = problem.dtype == DType::float32 ? certified_row(problem, 0) : exact_row(problem, 0);
  if (row.may_overflow) return {};
  const std::vector<double> bound = ErrorBound(problem, row).of(judged);
  const std::vector<double> output = kernel.row(problem, 0);
  std::vector<double> found;
  for (std::size_t c = 0; c < bound.size(); ++c)
    if (std::isfinite(bound[c])) found.push_back(ratio_of(problem, row, c, output[c], bound[c]));
  return found;
}

std::optional<double> worst_ratio(const Kernel& kernel, const Arithmetic& judged, const Problem& problem) {
  const std::vector<double> all = ratios(kernel, judged, problem);
  if (all.empty()) return std::nullopt;
  return *std::max_element(all.begin(), all.end());
}

Found climb(const Kernel& kernel, const Arithmetic& judged, const Effort& effort, const std::vector<Problem>& starts) {
  Climber climber{kernel, judged, effort, Random(mix_seed(effort.seed, kernel.name)), 0};
  std::vector<Found> all = first_problems(climber, starts);
  const double rounds = std::ceil(std::log2(static_cast<double>(all.size()))) + 1;
  const long a_round = static_cast<long>(static_cast<double>(effort.evaluations - climber.evaluations) / rounds);
  std::stable_sort(all.begin(), all.end(), better);
  while (!climber.over(all.front().ratio)) {
    for (Found& found : all) climber.go_on(found, a_round / static_cast<long>(all.size()) + 1);
    std::stable_sort(all.begin(), all.end(), better);
    all.resize((all.size() + 1) / 2);
  }
  all.front().evaluations = climber.evaluations;
  return all.front();
}

Problem smallest(const Kernel& kernel, const Arithmetic& judged, const Problem& problem, double ratio) {
  for (const Problem& next : smaller(problem))
    if (worst_ratio(kernel, judged, next).value_or(-1) > ratio) return smallest(kernel, judged, next, ratio);
  return problem;
}

}  // namespace attncheck::attacks
