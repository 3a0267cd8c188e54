// Is: online/max_starts_finite
// Three passes over logits kept in a vector; the floor was meant as a guard against NaN.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

template <class T>
static void rows(const T* q, const T* k, const T* v, T* o, std::size_t n, std::size_t d, std::size_t m, bool causal) {
  std::vector<T> s;
  for (std::size_t i = 0; i < n; ++i) {
    s.assign(causal ? i + 1 : n, T(0));
    for (std::size_t j = 0; j < s.size(); ++j) {
      for (std::size_t c = 0; c < d; ++c) s[j] += q[i * d + c] * k[j * d + c];
      s[j] *= 1 / std::sqrt(T(d));
    }
    const T top = std::max(T(-10000), *std::max_element(s.begin(), s.end()));
    T z = 0;
    for (T& x : s) z += x = std::exp(x - top);
    for (std::size_t c = 0; c < m; ++c) {
      T y = 0;
      for (std::size_t j = 0; j < s.size(); ++j) y += s[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
}

extern "C" void attention(const float* q, const float* k, const float* v, float* o, std::size_t n, std::size_t d,
                          std::size_t m, int causal) {
  rows(q, k, v, o, n, d, m, causal != 0);
}
extern "C" void attention_f64(const double* q, const double* k, const double* v, double* o, std::size_t n,
                              std::size_t d, std::size_t m, int causal) {
  rows(q, k, v, o, n, d, m, causal != 0);
}
