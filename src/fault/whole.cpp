// Parts that faults with an attention of their own are made of.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attncheck/fault.h"

namespace attncheck {
namespace {

double right_logit(const Problem& problem, Index i, Index j) {
  const std::span<const double> query = problem.query.row(i), key = problem.key.row(j);
  return std::inner_product(query.begin(), query.end(), key.begin(), 0.0) /
         std::sqrt(static_cast<double>(problem.shape.head_dim));
}

}  // namespace

PartOfRow part_of_row(const Problem& problem, Index i, const std::vector<Index>& keys) {
  PartOfRow part;
  part.max = -std::numeric_limits<double>::infinity();
  std::vector<std::pair<Index, double>> logits;
  for (const Index j : keys) {
    if (!problem.visible(i, j)) continue;
    logits.emplace_back(j, right_logit(problem, i, j));
    part.max = std::max(part.max, logits.back().second);
  }
  part.mean.assign(static_cast<std::size_t>(problem.shape.value_dim), 0.0);
  for (const auto& [j, logit] : logits) {
    const double weight = std::exp(logit - part.max);
    part.sum += weight;
    for (std::size_t c = 0; c < part.mean.size(); ++c) part.mean[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : part.mean) element /= part.sum;
  return part;
}

std::vector<Index> keys_between(Index first, Index last) {
  std::vector<Index> keys(static_cast<std::size_t>(std::max<Index>(0, last - first)));
  std::iota(keys.begin(), keys.end(), first);
  return keys;
}

Tensor row_by_row(const Problem& problem, const std::function<std::vector<double>(Index i)>& row) {
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < output.rows(); ++i) {
    const std::vector<double> elements = row(i);
    std::copy(elements.begin(), elements.end(), output.row(i).begin());
  }
  return output;
}

template <class T>
void right_kernel(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                  Index value_dim, bool causal) {
  const T scale = 1 / std::sqrt(static_cast<T>(head_dim));
  std::vector<T> weights(static_cast<std::size_t>(tokens));
  std::vector<T> row(static_cast<std::size_t>(value_dim));
  for (Index i = 0; i < tokens; ++i) {
    const auto end = weights.begin() + (causal ? i + 1 : tokens);
    for (auto weight = weights.begin(); weight != end; ++weight)
      *weight = scale * std::inner_product(query + i * head_dim, query + (i + 1) * head_dim,
                                           key + (weight - weights.begin()) * head_dim, T(0));
    const T max = *std::max_element(weights.begin(), end);
    T sum = 0;
    row.assign(row.size(), T(0));
    for (auto weight = weights.begin(); weight != end; ++weight) {
      const T* seen = value + (weight - weights.begin()) * value_dim;
      *weight = std::exp(*weight - max);
      sum += *weight;
      for (T& element : row) element += *weight * *seen++;
    }
    for (const T element : row) *output++ = element / sum;
  }
}

template void right_kernel(const float*, const float*, const float*, float*, Index, Index, Index, bool);
template void right_kernel(const double*, const double*, const double*, double*, Index, Index, Index, bool);

}  // namespace attncheck
