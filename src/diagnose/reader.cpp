#include "diagnose/reader.h"

#include <algorithm>
#include <cmath>

#include "attncheck/random.h"
#include "draw/schedule.h"

namespace attncheck {
namespace {

Problem with_identity_values(const Shape& shape, DType dtype, bool causal) {
  Problem problem = make_problem({shape.tokens, shape.head_dim, shape.tokens}, dtype, causal);
  for (Index j = 0; j < shape.tokens; ++j) problem.value(j, j) = 1;
  return problem;
}

double dot(const Problem& problem, Index i, Index j) {
  double sum = 0;
  for (Index c = 0; c < problem.shape.head_dim; ++c) sum += problem.query(i, c) * problem.key(j, c);
  return sum;
}

/// Sums of a least-squares slope over differences to the first key of each row.
struct Slope {
  double xy = 0;
  double xx = 0;

  bool add_row(const Problem& problem, const Tensor& output, Index i) {
    for (Index j = 0; j < problem.shape.tokens; ++j)
      if (!(output(i, j) > 0) || !std::isfinite(output(i, j))) return false;
    for (Index j = 1; j < problem.shape.tokens; ++j) {
      const double x = dot(problem, i, j) - dot(problem, i, 0);
      xy += x * std::log(output(i, j) / output(i, 0));
      xx += x * x;
    }
    return true;
  }
};

}  // namespace

double Reader::largest_logit() const { return logit_limit(ProblemSpec{}, params_.limits); }

std::optional<Tensor> Reader::ask(const Problem& problem) {
  if (gone_ || !params_.limits.shapes.why_not(problem.shape, problem.causal).empty()) return std::nullopt;
  if (logit_ceiling(problem) > largest_logit()) return std::nullopt;
  CallReport report = subject_.call(problem);
  gone_ = report.status == CallStatus::timed_out || report.status == CallStatus::out_of_memory;
  if (report.status != CallStatus::returned) return std::nullopt;
  return std::move(report.output);
}

std::optional<std::vector<double>> Reader::weights(const std::vector<double>& logits, bool causal, Index row) {
  Problem problem = with_identity_values({static_cast<Index>(logits.size()), 1, 1}, dtype(), causal);
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    problem.query(j, 0) = 1;
    problem.key(j, 0) = logits[static_cast<std::size_t>(j)];
  }
  round_to_dtype(problem);
  const auto output = ask(problem);
  if (!output) return std::nullopt;
  return std::vector<double>(output->row(row).begin(), output->row(row).end());
}

std::optional<double> Reader::log_ratio(const std::vector<double>& logits, bool causal, Index row, std::size_t above,
                                        std::size_t below) {
  const auto read = weights(logits, causal, row);
  if (!read) return std::nullopt;
  const double ratio = (*read)[above] / (*read)[below];
  if (!(ratio > 0) || !std::isfinite(ratio)) return std::nullopt;
  return std::log(ratio);
}

std::optional<double> Reader::scale(Shape shape) {
  Problem problem = with_identity_values(shape, dtype(), false);
  Random random(static_cast<std::uint64_t>(shape.head_dim));
  // A quarter of the usual size: the logits stay readable when they are not divided at all.
  for (Tensor* tensor : {&problem.query, &problem.key}) fill_normal(*tensor, random, dtype(), 0.25);
  const auto output = ask(problem);
  if (!output) return std::nullopt;
  Slope slope;
  for (Index i = 0; i < shape.tokens; ++i)
    if (!slope.add_row(problem, *output, i)) return std::nullopt;
  if (!(slope.xx > 0)) return std::nullopt;
  return slope.xy / slope.xx;
}

double threshold(double low, double high, const std::function<bool(double)>& holds) {
  for (int step = 0; step < 60; ++step) {
    const double middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

std::vector<double> rising_magnitudes(const Reader& reader, double sign) {
  std::vector<double> magnitudes{0};
  for (double magnitude = 1; magnitude <= reader.largest_logit(); magnitude *= 2)
    magnitudes.push_back(sign * magnitude);
  return magnitudes;
}

}  // namespace attncheck
