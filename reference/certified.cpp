#include "reference/certified.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attncheck {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void set_centre(RowStats& row, const Problem& problem) {
  row.centre.assign(static_cast<std::size_t>(problem.shape.value_dim), 0.0);
  for (Index j = 0; j < row.keys; ++j) {
    const double e = row.exponential[static_cast<std::size_t>(j)];
    const auto value = problem.value.row(j);
    for (std::size_t c = 0; c < row.centre.size(); ++c) row.centre[c] += e * value[c];
  }
  for (double& centre : row.centre) centre /= row.sum;
}

}  // namespace

RowStats certified_row(const Problem& problem, Index i) {
  if (problem.dtype != DType::float32) throw std::logic_error("the fast tier answers float32 problems only");
  RowStats row = measure_row(problem, i);
  const double root = std::sqrt(static_cast<double>(row.head_dim));
  for (Index j = 0; j < row.keys; ++j) row.logit.push_back(dot(problem.query.row(i), problem.key.row(j)) / root);
  row.max_logit = *std::max_element(row.logit.begin(), row.logit.end());
  for (const double logit : row.logit) {
    row.exponential.push_back(std::max(RowStats::negligible, std::exp(logit - row.max_logit)));
    row.sum += row.exponential.back();
  }
  set_centre(row, problem);
  set_errors(row, 0x1p-53);
  set_radius(row, problem, 0x1p-53);
  set_gaps(row);
  return row;
}

}  // namespace attncheck
