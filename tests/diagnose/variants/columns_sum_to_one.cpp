// Is: softmax/over_queries
// Logits stored key by key; the softmax runs along what lies together in memory.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

extern "C" void attention(const float* q, const float* k, const float* v, float* o, std::size_t n, std::size_t d,
                          std::size_t m, int causal) {
  std::vector<std::vector<float>> of_key(n, std::vector<float>(n));
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<float>& column = of_key[j];
    for (std::size_t i = 0; i < n; ++i) {
      float s = 0;
      for (std::size_t c = 0; c < d; ++c) s += k[j * d + c] * q[i * d + c];
      column[i] = causal && j > i ? -std::numeric_limits<float>::infinity() : s / std::sqrt(static_cast<float>(d));
    }
    const float top = *std::max_element(column.begin(), column.end());
    float total = 0;
    for (float& x : column) total += x = std::exp(x - top);
    for (float& x : column) x /= total;
  }
  std::fill(o, o + n * m, 0.0f);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < m; ++c) o[i * m + c] += of_key[j][i] * v[j * m + c];
}
