#include "diagnose/compared.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "attncheck/random.h"
#include "draw/schedule.h"
#include "property/check.h"

namespace attncheck {
namespace {

struct Design {
  Shape shape;
  bool causal;
  const char* logits;
  const char* values;
};

// Sizes on both sides of tiles of 1 to 128; head_dim, value_dim and tokens differ, so that none can stand for another;
// both signs of large logits, since masks, clamps and starts of the maximum show on one side only.
constexpr Design designs[] = {
    {{1, 1, 1}, false, "gaussian", "gaussian"},        {{1, 4, 2}, true, "negative", "gaussian"},
    {{2, 1, 3}, true, "gaussian", "gaussian"},         {{3, 2, 1}, false, "gaussian", "gaussian"},
    {{3, 4, 5}, true, "negative", "gaussian"},         {{4, 8, 2}, false, "equal", "gaussian"},
    {{5, 8, 3}, false, "integer grid", "integers"},    {{6, 3, 2}, false, "very negative", "gaussian"},
    {{7, 3, 9}, true, "large both signs", "gaussian"}, {{8, 16, 2}, false, "gaussian", "signs"},
    {{8, 8, 3}, true, "gaussian", "gaussian"},         {{14, 5, 5}, true, "gaussian", "gaussian"},
    {{21, 21, 21}, true, "gaussian", "gaussian"},      {{9, 5, 4}, true, "negative", "tagged"},
    {{10, 2, 3}, false, "large positive", "gaussian"}, {{11, 4, 3}, true, "large negative", "gaussian"},
    {{12, 64, 6}, false, "gaussian", "gaussian"},      {{13, 6, 2}, true, "large gaussian", "gaussian"},
    {{15, 32, 3}, true, "gaussian", "gaussian"},       {{16, 4, 3}, true, "rising", "gaussian"},
    {{17, 7, 5}, false, "gaussian", "gaussian"},       {{17, 2, 3}, true, "very negative", "gaussian"},
    {{19, 3, 4}, false, "dominant key", "gaussian"},   {{20, 65, 4}, true, "gaussian", "gaussian"},
    {{24, 40, 10}, false, "row norms", "gaussian"},    {{31, 9, 2}, true, "negative", "gaussian"},
    {{33, 16, 8}, false, "late peak", "gaussian"},     {{33, 3, 2}, true, "falling", "gaussian"},
    {{40, 72, 5}, false, "gaussian", "gaussian"},      {{48, 12, 70}, true, "gaussian", "gaussian"},
    {{64, 2, 3}, true, "late peak", "gaussian"},       {{65, 8, 4}, false, "rising", "gaussian"},
    {{65, 1, 2}, true, "equal", "gaussian"},           {{70, 130, 3}, false, "gaussian", "gaussian"},
    {{100, 4, 2}, true, "slow ramp", "gaussian"},      {{129, 3, 4}, false, "staircase", "gaussian"},
    {{130, 2, 2}, true, "gaussian", "gaussian"},       {{257, 1, 1}, false, "slow ramp", "gaussian"},
};

// Where a correct subject has hardly any room: they show mistakes far smaller than those above do.
struct DesignedProbe {
  const char* name;
  Shape shape;
};
constexpr DesignedProbe designed_probes[] = {
    {"uniform integers", {3, 3, 3}}, {"uniform integers", {64, 1, 3}}, {"two keys", {3, 4, 3}},
    {"twelve bits", {4, 4, 4}},      {"absorption", {5, 16, 5}},       {"one-hot weights", {17, 4, 3}},
    {"last key", {33, 2, 2}},        {"grid, integers", {16, 16, 4}},
};

constexpr Index most_products = Index{1} << 22;        // of a problem: a fault takes tens of milliseconds for so many
constexpr Index most_products_exact = Index{1} << 15;  // in float64, where the truth of a row is far dearer

Index products(const Shape& shape) { return shape.tokens * shape.tokens * (shape.head_dim + shape.value_dim); }

Record record_of(const Shape& shape, bool causal, std::uint64_t ordinal, const DiagnosisParams& params) {
  Record record;
  record.shape = shape;
  record.causal = causal;
  record.dtype = params.dtype;
  record.seed = mix_seed(mix_seed(params.seed, "diagnosis"), ordinal);
  return record;
}

Record record_of(const Design& design, std::uint64_t ordinal, const DiagnosisParams& params) {
  Record record = record_of(design.shape, design.causal, ordinal, params);
  record.logits = &family_called(logit_families(), design.logits);
  record.values = &family_called(value_families(), design.values);
  return record;
}

Record record_of(const DesignedProbe& design, std::uint64_t ordinal, const DiagnosisParams& params) {
  Record record = record_of(design.shape, false, ordinal, params);
  for (const Probe& probe : probes())
    if (probe.name == design.name) record.probe = &probe;
  if (record.probe == nullptr) throw std::logic_error(std::string("there is no probe called ") + design.name);
  return record;
}

/// Row i has logits of about sign * 2^i: from one rung to the next a start, a clamp or a stand-in for -inf shows.
Problem ladder(double sign, bool causal, const DiagnosisParams& params) {
  const double most = std::min(logit_limit(ProblemSpec{}, params.limits), 0x1p20);
  const auto rungs = static_cast<Index>(std::max(0.0, std::floor(std::log2(most))));
  const Index tokens = std::max<Index>(1, std::min(rungs, params.limits.shapes.max_tokens));
  Problem problem = make_problem({tokens, 1, 2}, params.dtype, causal);
  for (Index i = 0; i < tokens; ++i) {
    problem.query(i, 0) = std::min(most / 2, std::ldexp(1.0, static_cast<int>(i)));
    problem.key(i, 0) = sign * (1 + std::ldexp(static_cast<double>(i), -12));
    problem.value(i, 0) = i % 3 == 0 ? -1 : 1 + static_cast<double>(i);
    problem.value(i, 1) = i % 2 == 0 ? 1 : -2;
  }
  problem.family = "ladder";
  return problem;
}

/// The only key that row 0 sees has logit `seen`, the one it must not see 0: what stands in for -inf, or is added to a
/// hidden logit, shows from its own size on. One channel, because every further one widens what honest arithmetics may
/// do.
Problem hidden_above(double seen, const DiagnosisParams& params) {
  Problem problem = make_problem({2, 1, 2}, params.dtype, true);
  problem.query(0, 0) = -seen;
  problem.query(1, 0) = 1;
  problem.key(0, 0) = -1;
  for (Index c = 0; c < 2; ++c) problem.value(c, c) = 1;
  problem.family = "hidden above";
  return problem;
}

bool finite(const Problem& problem) {
  for (const Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    if (!std::ranges::all_of(tensor->elements(), [](double x) { return std::isfinite(x); })) return false;
  return true;
}

/// Every input moved up or down by (head_dim + tokens) units: what a backward-stable sum of that length amounts to.
Problem moved(const Problem& problem, Random random) {
  Problem nearby = problem;
  const double length = static_cast<double>(problem.shape.head_dim + 8);
  const double step = length * info(problem.dtype).unit_roundoff;
  for (Tensor* tensor : {&nearby.query, &nearby.key, &nearby.value})
    for (double& x : tensor->elements()) x = round_to(problem.dtype, x * (1 + (random.coin() ? step : -step)));
  return nearby;
}

void fill_row(Compared& compared, const RowAnswer& answer, Index i) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (Index c = 0; c < compared.truth.cols(); ++c) {
    compared.truth(i, c) = answer.centre[static_cast<std::size_t>(c)];
    double most = 0;
    for (const double allowed : allowed_at(answer, c))
      if (std::isfinite(allowed)) most = std::max(most, allowed);
    compared.bound(i, c) = answer.may_overflow || most == 0 ? infinity : most;
  }
}

bool is_failing(const Compared& compared) {
  for (const Index i : compared.rows)
    for (Index c = 0; c < compared.truth.cols(); ++c)
      if (std::isfinite(compared.bound(i, c)) &&
          !(std::abs(compared.answered(i, c) - compared.truth(i, c)) <= compared.bound(i, c)))
        return true;
  return false;
}

Compared compare(const Problem& problem, Tensor answered, Oracle& oracle) {
  Compared compared;
  compared.problem = problem;
  compared.rows = rows_to_compare(problem);
  compared.answered = std::move(answered);
  compared.truth = compared.bound = Tensor(problem.shape.tokens, problem.shape.value_dim);
  for (const Index i : compared.rows) fill_row(compared, oracle.row(problem, i), i);
  compared.failing = is_failing(compared);
  for (std::size_t k = 0; k < compared.nearby.size(); ++k) compared.nearby[k] = moved(problem, Random(k));
  return compared;
}

}  // namespace

std::vector<Problem> problems_to_compare(const DiagnosisParams& params) {
  std::vector<Problem> problems;
  for (const Problem& problem : params.counterexamples)
    if (finite(problem) && products(problem.shape) <= most_products) problems.push_back(problem);
  const auto add_if_taken = [&](Problem problem) {
    if (params.limits.shapes.why_not(problem.shape, problem.causal).empty()) problems.push_back(std::move(problem));
  };
  std::uint64_t ordinal = 0;
  const auto add = [&](const auto& design) {
    ++ordinal;
    if (params.dtype == DType::float64 && products(design.shape) > most_products_exact) return;
    add_if_taken(build_problem(record_of(design, ordinal, params), ProblemSpec{}, params.limits));
  };
  for (const Design& design : designs) add(design);
  for (const DesignedProbe& design : designed_probes) add(design);
  for (const bool causal : {false, true})
    for (const double sign : {1.0, -1.0}) add_if_taken(ladder(sign, causal, params));
  for (double size = 1; size <= std::min(params.limits.max_logit, 0x1p26); size *= 4)
    add_if_taken(hidden_above(-size, params));
  std::ranges::stable_sort(problems, {}, [](const Problem& problem) { return products(problem.shape); });
  return problems;
}

std::vector<Compared> ask_all(Subject& subject, Oracle& oracle, const std::vector<Problem>& problems) {
  std::vector<Compared> all;
  std::size_t processes = 0;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    // The second process begins where a first call tells something: not all is seen, and one channel has no scale.
    const bool tells = problems[k].causal && problems[k].shape.head_dim > 1;
    const bool fresh = processes == 0 || (processes == 1 && k >= problems.size() / 2 && tells);
    if (fresh) ++processes, subject.restart();
    CallReport report = subject.call(problems[k]);
    if (report.status == CallStatus::timed_out || report.status == CallStatus::out_of_memory) break;
    if (report.status != CallStatus::returned) continue;
    all.push_back(compare(problems[k], std::move(report.output), oracle));
    all.back().fresh = fresh;
  }
  return all;
}

}  // namespace attncheck
