// Is: causal/counted_from_the_end, causal/reversed, mask
// A table of masks with the wrong corner cut off.
#include <cmath>
#include <cstddef>
#include <vector>

extern "C" void attention(const float* q, const float* k, const float* v, float* o, std::size_t n, std::size_t d,
                          std::size_t m, int causal) {
  std::vector<std::vector<bool>> keep(n, std::vector<bool>(n, true));
  if (causal)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j + i + 1 < n; ++j) keep[i][j] = false;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> p(n, -INFINITY);
    double top = -INFINITY, z = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (!keep[i][j]) continue;
      p[j] = 0;
      for (std::size_t c = 0; c < d; ++c) p[j] += static_cast<double>(q[i * d + c]) * k[j * d + c];
      p[j] /= std::sqrt(static_cast<double>(d));
      top = std::fmax(top, p[j]);
    }
    for (double& x : p) z += x = std::exp(x - top);
    for (std::size_t c = 0; c < m; ++c) {
      double y = 0;
      for (std::size_t j = 0; j < n; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = static_cast<float>(y / z);
    }
  }
}
