#pragma once
// matrix.h: attention for all queries at once, with logits and weights to look at.
//   logits = query key^T / sqrt(head_dim), hidden ones -inf;   weights = softmax of each row;   output = weights value
// Used by builtin:matrix and the lesson. Errors: std::invalid_argument naming both shapes.
// Source: Vaswani et al., Attention Is All You Need, eq. (1). Memory O(tokens^2).
#include <limits>

#include "attention/matrix_view.h"
#include "attention/softmax.h"

namespace attncheck {

template <class T>
struct AttentionMatrices {
  Matrix<T> logits;   // [tokens, tokens] scaled and masked: row i belongs to query i, column j to key j
  Matrix<T> weights;  // [tokens, tokens] each row sums to one
  Matrix<T> output;   // [tokens, value_dim]
};

/// query . key for every pair, not scaled and not masked. [tokens, tokens]
template <class T>
Matrix<T> dot_products(MatrixView<T> query, MatrixView<T> key) {
  require_fit(query.cols == key.cols && key.cols > 0, "query", query, "key", key,
              "both need the same head_dim, at least 1");
  Matrix<T> products(query.rows, key.rows);
  for (std::size_t i = 0; i < query.rows; ++i)
    for (std::size_t j = 0; j < key.rows; ++j) products(i, j) = dot(query.row(i), key.row(j));
  return products;
}

/// query, key [tokens, head_dim], value [tokens, value_dim]; causal: row i sees keys 0 .. i.
template <class T>
AttentionMatrices<T> attention_matrices(MatrixView<T> query, MatrixView<T> key, MatrixView<T> value, bool causal) {
  require_fit(query.rows == key.rows, "query", query, "key", key, "both need one row a token");
  require_fit(key.rows == value.rows, "key", key, "value", value, "both need one row a token");
  const std::size_t tokens = query.rows;
  Matrix<T> logits = dot_products(query, key);  // [tokens, tokens]
  const T root = std::sqrt(static_cast<T>(query.cols));
  for (std::size_t i = 0; i < tokens; ++i)
    for (std::size_t j = 0; j < tokens; ++j)
      logits(i, j) = causal && j > i ? -std::numeric_limits<T>::infinity() : logits(i, j) / root;

  Matrix<T> weights = logits;  // [tokens, tokens]
  for (std::size_t i = 0; i < tokens; ++i) softmax_in_place(weights.row(i));

  Matrix<T> output(tokens, value.cols);  // [tokens, value_dim]
  for (std::size_t i = 0; i < tokens; ++i)
    for (std::size_t j = 0; j < (causal ? i + 1 : tokens); ++j)
      for (std::size_t c = 0; c < value.cols; ++c) output(i, c) += weights(i, j) * value(j, c);
  return {std::move(logits), std::move(weights), std::move(output)};
}

/// The same with borrowed memory: query, key [tokens, head_dim], value, output [tokens, value_dim], dense, row-major.
template <class T>
void attention_by_matrix(const T* query, const T* key, const T* value, T* output, std::size_t tokens,
                         std::size_t head_dim, std::size_t value_dim, bool causal) {
  const AttentionMatrices<T> all =
      attention_matrices<T>({query, tokens, head_dim}, {key, tokens, head_dim}, {value, tokens, value_dim}, causal);
  std::copy_n(all.output.view().data, tokens * value_dim, output);
}

}  // namespace attncheck
