#include <algorithm>
#include <cmath>
#include <limits>

#include "attncheck/laws.h"
#include "draw/schedule.h"

namespace attncheck {
namespace {

double largest_of(const Tensor& tensor) {
  double largest = 0;
  for (const double element : tensor.elements()) largest = std::max(largest, std::abs(element));
  return largest;
}

double longest_row(const Tensor& tensor) {
  double longest = 0;
  for (Index i = 0; i < tensor.rows(); ++i) {
    double squares = 0;
    for (const double element : tensor.row(i)) squares += element * element;
    longest = std::max(longest, squares);
  }
  return std::sqrt(longest);
}

/// sum |query.key| over the channels is at most this in every pair.
double product_ceiling(const Problem& problem) {
  return static_cast<double>(problem.shape.head_dim) * largest_of(problem.query) * largest_of(problem.key);
}

void multiply(Tensor& tensor, double factor) {
  for (double& element : tensor.elements()) element *= factor;
}

/// Scales a tensor by a power of two, where it is too large, or so small that the type of the inputs has no such
/// number, so that the structure of its numbers is kept.
void fit(Tensor& tensor, double most, const std::optional<NarrowType>& inputs) {
  if (inputs) most = std::min(most, inputs->largest / 2);
  const double largest = largest_of(tensor);
  if (largest > most) multiply(tensor, std::exp2(-std::ceil(std::log2(largest / most))));
  if (!inputs || largest == 0 || !(largest < inputs->smallest_normal)) return;
  multiply(tensor, std::ldexp(inputs->smallest_normal, -std::ilogb(largest)));
}

/// Makes every number one that the subject takes.
void round_inputs(Problem& problem, const DrawLimits& limits) {
  constexpr double any_size = std::numeric_limits<double>::infinity();
  fit(problem.query, any_size, limits.inputs);
  fit(problem.key, any_size, limits.inputs);
  fit(problem.value, limits.max_value, limits.inputs);
  if (limits.inputs)
    for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
      for (double& element : tensor->elements()) element = round_to(*limits.inputs, element);
  round_to_dtype(problem);
}

bool are_inputs(const Problem& problem, const DrawLimits& limits) {
  if (largest_of(problem.value) > limits.max_value) return false;
  const auto fits = [&](const Tensor& tensor) {
    return std::ranges::all_of(tensor.elements(), [&](double x) { return round_to(*limits.inputs, x) == x; });
  };
  return !limits.inputs || (fits(problem.query) && fits(problem.key) && fits(problem.value));
}

/// Scales the query by powers of two, which keeps ties, grids and exact sums as they are.
void settle_logits(Problem& problem, double limit, const DrawLimits& limits) {
  for (double ceiling = logit_ceiling(problem); ceiling > limit; ceiling = logit_ceiling(problem)) {
    const double factor = std::exp2(-std::ceil(std::log2(ceiling / limit)));
    multiply(problem.query, std::min(factor, 0.5));
    for (double& element : problem.query.elements())
      element = limits.inputs ? round_to(*limits.inputs, element) : element;
    round_to_dtype(problem);
  }
}

/// The same by the size that is asked for; a problem without logits stays.
void grow_to(Problem& problem, double largest, const DrawLimits& limits) {
  const double ceiling = logit_ceiling(problem);
  if (!(ceiling > 0)) return;
  multiply(problem.query, std::exp2(std::round(std::log2(largest / ceiling))));
  round_inputs(problem, limits);
}

void constant_rows(Tensor& value) {
  const std::span<const double> model = value.row(value.rows() - 1);
  for (Index j = 0; j + 1 < value.rows(); ++j) std::copy(model.begin(), model.end(), value.row(j).begin());
}

void identity_rows(Tensor& value) {
  std::fill(value.elements().begin(), value.elements().end(), 0.0);
  for (Index j = 0; j < value.rows(); ++j) value(j, j) = 1.0;
}

}  // namespace

double logit_limit(const ProblemSpec& spec, const DrawLimits& limits) {
  return std::min(limits.max_logit, spec.logits == ProblemSpec::Logits::moderate ? 4.0 : 0x1p21);
}

double logit_ceiling(const Problem& problem) {
  constexpr Index affordable = Index{1} << 22;
  const Shape& shape = problem.shape;
  if (shape.tokens * shape.tokens * shape.head_dim <= affordable) return largest_logit(problem) * (1 + 0x1p-40);
  const double dot = longest_row(problem.query) * longest_row(problem.key);  // Cauchy-Schwarz
  return dot / std::sqrt(static_cast<double>(shape.head_dim)) * (1 + 0x1p-40);
}

bool admissible(const Problem& problem, const ProblemSpec& spec, const DrawLimits& limits) {
  if (!are_inputs(problem, limits) || !limits.shapes.why_not(problem.shape, problem.causal).empty()) return false;
  const double quarter = info(problem.dtype).largest / 4;
  if (!(product_ceiling(problem) < quarter)) return false;
  if (!(static_cast<double>(problem.shape.tokens) * largest_of(problem.value) < quarter)) return false;
  const double limit = logit_limit(spec, limits);
  const double cheap = product_ceiling(problem) / std::sqrt(static_cast<double>(problem.shape.head_dim));
  return cheap <= limit || logit_ceiling(problem) <= limit;
}

Problem build_problem(const Record& record, const ProblemSpec& spec, const DrawLimits& limits) {
  Problem problem = make_problem(record.shape, record.dtype, record.causal);
  problem.placement = record.placement;
  Random random(record.seed);
  if (record.probe != nullptr) {
    record.probe->fill(problem, random);
    problem.family = "probe: " + std::string(record.probe->name);
  } else {
    record.logits->fill(problem, random);
    record.values->fill(problem, random);
    const std::string size = record.size == nullptr ? "" : " (" + std::string(record.size->name) + ")";
    problem.family =
        std::string(record.logits->name) + " logits" + size + ", " + std::string(record.values->name) + " values";
  }
  if (spec.values == ProblemSpec::Values::constant) constant_rows(problem.value);
  if (spec.values == ProblemSpec::Values::identity) identity_rows(problem.value);
  round_inputs(problem, limits);
  if (record.size != nullptr) grow_to(problem, record.size->largest, limits);
  settle_logits(problem, logit_limit(spec, limits), limits);
  return problem;
}

}  // namespace attncheck
