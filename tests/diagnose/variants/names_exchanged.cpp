// Is: tails/query_and_key_swapped, roles
// A small matrix class; the product is taken of the two in the wrong order.
#include <cmath>
#include <cstddef>
#include <vector>

namespace {
struct View {
  const float* data;
  std::size_t cols;
  const float* operator[](std::size_t r) const { return data + r * cols; }
};

double product(const float* a, const float* b, std::size_t d) {
  double s = 0;
  for (std::size_t c = 0; c < d; ++c) s += static_cast<double>(a[c]) * b[c];
  return s;
}

void attend(View key, View query, View value, float* o, std::size_t n, bool causal) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t seen = causal ? i + 1 : n;
    std::vector<double> w(seen);
    double top = -INFINITY, z = 0;
    for (std::size_t j = 0; j < seen; ++j) {
      w[j] = product(query[i], key[j], key.cols) / std::sqrt(static_cast<double>(key.cols));
      top = std::fmax(top, w[j]);
    }
    for (double& x : w) z += x = std::exp(x - top);
    for (std::size_t c = 0; c < value.cols; ++c) {
      double y = 0;
      for (std::size_t j = 0; j < seen; ++j) y += w[j] * value[j][c];
      o[i * value.cols + c] = static_cast<float>(y / z);
    }
  }
}
}  // namespace

extern "C" void attention(const float* q, const float* k, const float* v, float* o, std::size_t n, std::size_t d,
                          std::size_t m, int causal) {
  attend({q, d}, {k, d}, {v, m}, o, n, causal != 0);
}
