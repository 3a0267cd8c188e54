// Is: tails/head_dim_at_most_64, tail
// Says: 64
// Query rows are copied to an array on the stack that is 64 wide.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

extern "C" void attention(const float* q, const float* k, const float* v, float* o, std::size_t n, std::size_t d,
                          std::size_t m, int causal) {
  std::vector<float> p(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::array<float, 64> row{};
    const std::size_t width = std::min(d, row.size()), seen = causal ? i + 1 : n;
    std::copy_n(q + i * d, width, row.begin());
    for (std::size_t j = 0; j < seen; ++j) {
      float s = 0;
      for (std::size_t c = 0; c < width; ++c) s += row[c] * k[j * d + c];
      p[j] = s / std::sqrt(static_cast<float>(d));
    }
    const float top = *std::max_element(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(seen));
    float z = 0;
    for (std::size_t j = 0; j < seen; ++j) z += p[j] = std::exp(p[j] - top);
    for (std::size_t c = 0; c < m; ++c) {
      float y = 0;
      for (std::size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
}
