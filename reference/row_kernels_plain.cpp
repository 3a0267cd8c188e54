#include <algorithm>
#include <cmath>

#include "reference/row_kernels.h"

namespace attncheck {
namespace {

void dots(const double* query, const double* keys, std::size_t stride, std::size_t d, std::size_t n, double* dot,
          double* magnitude) {
  std::fill_n(dot, n, 0.0);
  std::fill_n(magnitude, n, 0.0);
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t j = 0; j < n; ++j) {
      const double product = query[k] * keys[k * stride + j];
      dot[j] += product;
      magnitude[j] += std::fabs(product);
    }
}

double exponentials(const double* x, double shift, double least, std::size_t n, double* e) {
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    e[j] = std::max(least, std::exp(x[j] - shift));
    sum += e[j];
  }
  return sum;
}

void weighted_sum(const double* weights, const double* values, std::size_t n, std::size_t columns, double* sum) {
  std::fill_n(sum, columns, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t c = 0; c < columns; ++c) sum[c] += weights[j] * values[j * columns + c];
}

void spreads(const double* a, const double* b, const double* w, const double* values, const double* centre,
             std::size_t n, std::size_t columns, double* first, double* second, double* size) {
  for (double* sum : {first, second, size}) std::fill_n(sum, columns, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t c = 0; c < columns; ++c) {
      const double value = values[j * columns + c];
      const double apart = std::fabs(value - centre[c]);
      first[c] += a[j] * apart;
      second[c] += b[j] * apart;
      size[c] += w[j] * std::fabs(value);
    }
}

}  // namespace

const RowKernels& plain_kernels() {
  static constexpr RowKernels kernels{"plain", &dots, &exponentials, &weighted_sum, &spreads};
  return kernels;
}

}  // namespace attncheck
