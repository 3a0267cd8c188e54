#pragma once
// row.h: attention for one query: the page to read first.
//   output = sum_j weight_j value_j,   weight = softmax_j(query . key_j / sqrt(head_dim)) over the visible keys j
// Used by builtin:row and the lesson. Errors: std::invalid_argument naming both shapes.
// Source: Vaswani et al., Attention Is All You Need, eq. (1).
#include <limits>

#include "attention/matrix_view.h"
#include "attention/softmax.h"

namespace attncheck {

/// One output row [value_dim]. query [head_dim], key [tokens, head_dim], value [tokens, value_dim];
/// keys 0 .. visible_keys - 1 are visible. Cost O(tokens (head_dim + value_dim)).
template <class T>
std::vector<T> attention_row(std::span<const T> query, MatrixView<T> key, MatrixView<T> value,
                             std::size_t visible_keys) {
  require_row_shapes(query, key, value, visible_keys);
  std::vector<T> logits(key.rows);  // [tokens]
  const T root = std::sqrt(static_cast<T>(key.cols));
  for (std::size_t j = 0; j < key.rows; ++j) logits[j] = dot(query, key.row(j)) / root;
  // Before softmax, so that the visible weights alone sum to one; exp(-inf) is exactly 0.
  for (std::size_t j = visible_keys; j < key.rows; ++j) logits[j] = -std::numeric_limits<T>::infinity();
  softmax_in_place(std::span<T>(logits));
  const std::vector<T>& weights = logits;   // [tokens]
  std::vector<T> output(value.cols, T(0));  // [value_dim]
  // Visible values only: 0 times a hidden NaN would still be NaN.
  for (std::size_t j = 0; j < visible_keys; ++j)
    for (std::size_t c = 0; c < value.cols; ++c) output[c] += weights[j] * value(j, c);
  return output;
}

/// All rows, one after the other. query, key [tokens, head_dim], value, output [tokens, value_dim], dense, row-major.
template <class T>
void attention_by_rows(const T* query, const T* key, const T* value, T* output, std::size_t tokens,
                       std::size_t head_dim, std::size_t value_dim, bool causal) {
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::vector<T> row = attention_row<T>({query + i * head_dim, head_dim}, {key, tokens, head_dim},
                                                {value, tokens, value_dim}, causal ? i + 1 : tokens);
    std::copy(row.begin(), row.end(), output + i * value_dim);
  }
}

}  // namespace attncheck
