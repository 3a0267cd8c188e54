#pragma once
// online.h: attention in one pass over blocks of keys, without ever holding a row of weights (online softmax).
// Used by builtin:online. Memory O(value_dim + block) a row. Errors: std::invalid_argument naming both shapes.
// Source: Milakov, Gimelshein, Online normalizer calculation for softmax, alg. 3; Dao et al., FlashAttention, alg. 1.
#include <limits>

#include "attention/matrix_view.h"
#include "attention/softmax.h"

namespace attncheck {

inline constexpr std::size_t keys_per_block = 16;

/// One output row [value_dim]. query [head_dim], key [tokens, head_dim], value [tokens, value_dim];
/// keys 0 .. visible_keys - 1 are visible; blocks beyond them are never touched.
template <class T>
std::vector<T> attention_online_row(std::span<const T> query, MatrixView<T> key, MatrixView<T> value,
                                    std::size_t visible_keys) {
  require_row_shapes(query, key, value, visible_keys);
  const T root = std::sqrt(static_cast<T>(key.cols));
  T max = -std::numeric_limits<T>::infinity();  // the largest logit so far
  T sum = 0;                                    // sum_j exp(logit_j - max)
  std::vector<T> output(value.cols, T(0));      // [value_dim] sum_j exp(logit_j - max) value_j
  std::vector<T> logits;                        // [keys of the block]
  for (std::size_t first = 0; first < visible_keys; first += keys_per_block) {
    const std::size_t last = std::min(first + keys_per_block, visible_keys);
    logits.clear();
    for (std::size_t j = first; j < last; ++j) logits.push_back(dot(query, key.row(j)) / root);
    const T new_max = std::max(max, *std::max_element(logits.begin(), logits.end()));
    // What was summed relative to the old max moves to the new one; before the first block exp(-inf) = 0 does no harm.
    const T rescale = std::exp(max - new_max);
    max = new_max;
    sum *= rescale;
    for (T& element : output) element *= rescale;
    for (std::size_t j = first; j < last; ++j) {
      const T weight = std::exp(logits[j - first] - max);
      sum += weight;
      for (std::size_t c = 0; c < value.cols; ++c) output[c] += weight * value(j, c);
    }
  }
  for (T& element : output) element /= sum;
  return output;
}

/// All rows. query, key [tokens, head_dim], value, output [tokens, value_dim], dense, row-major.
template <class T>
void attention_online(const T* query, const T* key, const T* value, T* output, std::size_t tokens, std::size_t head_dim,
                      std::size_t value_dim, bool causal) {
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::vector<T> row = attention_online_row<T>({query + i * head_dim, head_dim}, {key, tokens, head_dim},
                                                       {value, tokens, value_dim}, causal ? i + 1 : tokens);
    std::copy(row.begin(), row.end(), output + i * value_dim);
  }
}

}  // namespace attncheck
