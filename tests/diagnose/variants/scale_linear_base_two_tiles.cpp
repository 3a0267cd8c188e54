// Is: scale/by_head_dim, scale/twice, scale
// Says: 64.0 = head_dim
// Online in tiles of 32 keys, base two, in C++ with a running state.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace {
struct State {
  explicit State(std::size_t width) : mean(width, 0.0f) {}
  void fold(const float* logits, const float* values, std::size_t count) {
    const float peak = std::max(top, *std::max_element(logits, logits + count));
    const float shrink = std::exp2(top - peak);
    mass *= shrink;
    for (float& x : mean) x *= shrink;
    for (std::size_t t = 0; t < count; ++t) {
      const float e = std::exp2(logits[t] - peak);
      mass += e;
      for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += e * values[t * mean.size() + c];
    }
    top = peak;
  }
  float top = -std::numeric_limits<float>::infinity();
  float mass = 0;
  std::vector<float> mean;
};
}  // namespace

extern "C" void attention(const float* q, const float* k, const float* v, float* o, std::size_t n, std::size_t d,
                          std::size_t m, int causal) {
  const float factor = 1.44269504f / static_cast<float>(d);
  float logits[32];
  for (std::size_t i = 0; i < n; ++i) {
    State state(m);
    const std::size_t seen = causal ? i + 1 : n;
    for (std::size_t first = 0; first < seen; first += 32) {
      const std::size_t count = std::min<std::size_t>(32, seen - first);
      for (std::size_t t = 0; t < count; ++t) {
        float s = 0;
        for (std::size_t c = 0; c < d; ++c) s += q[i * d + c] * k[(first + t) * d + c];
        logits[t] = s * factor;
      }
      state.fold(logits, v + first * m, count);
    }
    for (std::size_t c = 0; c < m; ++c) o[i * m + c] = state.mean[c] / state.mass;
  }
}
