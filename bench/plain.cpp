#include "bench/plain.h"

#include <algorithm>
#include <cmath>

namespace attncheck::bench {

void plain_attention(const Problem& problem, Index i, PlainRow& row, std::span<double> output) {
  const auto n = static_cast<std::size_t>(problem.visible_keys(i)), columns = output.size();
  const auto d = static_cast<std::size_t>(problem.shape.head_dim);
  const double* query = problem.query.row(i).data();
  const double* key = problem.key.elements().data();
  const double* value = problem.value.elements().data();
  const double root = std::sqrt(static_cast<double>(d));
  row.logits.resize(n);
  row.exponentials.resize(n);
  double largest = -INFINITY;
  for (std::size_t j = 0; j < n; ++j) {
    double dot = 0;
    for (std::size_t k = 0; k < d; ++k) dot += query[k] * key[j * d + k];
    row.logits[j] = dot / root;
    largest = std::max(largest, row.logits[j]);
  }
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    row.exponentials[j] = std::exp(row.logits[j] - largest);
    sum += row.exponentials[j];
  }
  std::fill(output.begin(), output.end(), 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t c = 0; c < columns; ++c) output[c] += row.exponentials[j] * value[j * columns + c];
  for (double& element : output) element /= sum;
}

}  // namespace attncheck::bench
