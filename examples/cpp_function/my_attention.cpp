// An attention of your own, and the line that makes a program which checks it: ./check_my_attention is
// `attncheck check` on it, with the same options; ./check_my_attention --no-fork is for a debugger.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "attncheck/function.h"

namespace {

/// One template for both dtypes; one function of float alone would do as well.
template <class T>
void my_attention(const T* query, const T* key, const T* value, T* output, std::size_t tokens, std::size_t head_dim,
                  std::size_t value_dim, bool causal) {
  std::vector<T> weights(tokens);
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::size_t visible = causal ? i + 1 : tokens;
    T max = -std::numeric_limits<T>::infinity();
    for (std::size_t j = 0; j < visible; ++j) {
      T dot = 0;
      for (std::size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weights[j] = dot / std::sqrt(static_cast<T>(head_dim));
      max = std::max(max, weights[j]);
    }
    T sum = 0;
    for (std::size_t j = 0; j < visible; ++j) sum += weights[j] = std::exp(weights[j] - max);
    for (std::size_t c = 0; c < value_dim; ++c) {
      T mean = 0;
      for (std::size_t j = 0; j < visible; ++j) mean += weights[j] / sum * value[j * value_dim + c];
      output[i * value_dim + c] = mean;
    }
  }
}

}  // namespace

ATTNCHECK_SUBJECT(my_attention);
