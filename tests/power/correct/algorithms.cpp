// Style: C++ with the standard algorithms, for float and double from one template.
// inner_product, max_element, transform and accumulate; not one bare loop over channels.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

template <class Real>
static void attend(const Real* query, const Real* key, const Real* value, Real* output, size_t tokens, size_t head_dim,
                   size_t value_dim, bool causal) {
  std::vector<Real> weights(tokens);
  const Real scale = 1 / std::sqrt(static_cast<Real>(head_dim));
  for (size_t i = 0; i < tokens; ++i, query += head_dim, output += value_dim) {
    const auto end = weights.begin() + static_cast<std::ptrdiff_t>(causal ? i + 1 : tokens);
    const Real* k = key;
    std::generate(weights.begin(), end, [&] {
      const Real dot = std::inner_product(query, query + head_dim, k, Real(0));
      k += head_dim;
      return dot * scale;
    });
    const Real largest = *std::max_element(weights.begin(), end);
    std::transform(weights.begin(), end, weights.begin(), [&](Real logit) { return std::exp(logit - largest); });
    const Real total = std::accumulate(weights.begin(), end, Real(0));
    std::fill(output, output + value_dim, Real(0));
    const Real* v = value;
    std::for_each(weights.begin(), end, [&](Real weight) {
      std::transform(v, v + value_dim, output, output, [&](Real x, Real sum) { return sum + weight / total * x; });
      v += value_dim;
    });
  }
}

extern "C" void attention(const float* query, const float* key, const float* value, float* output, size_t tokens,
                          size_t head_dim, size_t value_dim, int causal) {
  attend(query, key, value, output, tokens, head_dim, value_dim, causal != 0);
}

extern "C" void attention_f64(const double* query, const double* key, const double* value, double* output,
                              size_t tokens, size_t head_dim, size_t value_dim, int causal) {
  attend(query, key, value, output, tokens, head_dim, value_dim, causal != 0);
}
