#pragma once
// projection.h: query, key and value as linear projections of the same token representations.
//   query = x W_query,   key = x W_key,   value = x W_value,   x [tokens, model_dim], one row a token
// Used by the lesson. Errors: std::invalid_argument naming both shapes.
// Source: Vaswani et al., Attention Is All You Need, section 3.2.2.
#include "attention/matrix_view.h"

namespace attncheck {

/// Either the three learned matrices of one head, [model_dim, head_dim] twice and [model_dim, value_dim],
/// or what they make of the tokens, [tokens, head_dim] twice and [tokens, value_dim].
template <class T>
struct QueryKeyValue {
  Matrix<T> query;
  Matrix<T> key;
  Matrix<T> value;
};

/// x W. [tokens, model_dim] times [model_dim, dim] is [tokens, dim]; row i depends on token i alone.
template <class T>
Matrix<T> project(MatrixView<T> x, MatrixView<T> w) {
  require_fit(x.cols == w.rows, "tokens", x, "projection", w, "the projection needs one row a model dimension");
  Matrix<T> projected(x.rows, w.cols);  // [tokens, dim]
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t m = 0; m < x.cols; ++m)
      for (std::size_t c = 0; c < w.cols; ++c) projected(i, c) += x(i, m) * w(m, c);
  return projected;
}

/// All three views of the same tokens [tokens, model_dim].
template <class T>
QueryKeyValue<T> project(MatrixView<T> x, const QueryKeyValue<T>& w) {
  require_fit(w.query.cols() == w.key.cols(), "query projection", w.query.view(), "key projection", w.key.view(),
              "query and key meet in a dot product and need the same head_dim");
  return {project(x, w.query.view()), project(x, w.key.view()), project(x, w.value.view())};
}

}  // namespace attncheck
