#pragma once
// matrix_view.h: a row-major matrix, borrowed (MatrixView) or owned (Matrix), and the one way to complain about shapes.
// Used by every file of this folder. Shapes are written [rows, cols]; element (i, j) is data[i * cols + j].
// Errors: std::invalid_argument naming both shapes when two matrices do not fit together.
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace attncheck {

/// Borrowed and read only: what it looks at must outlive it.
template <class T>
struct MatrixView {
  const T* data;
  std::size_t rows;
  std::size_t cols;

  T operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
  std::span<const T> row(std::size_t i) const { return {data + i * cols, cols}; }
};

template <class T>
class Matrix {
 public:
  Matrix(std::size_t rows, std::size_t cols, T fill = T(0)) : rows_(rows), cols_(cols), data_(rows * cols, fill) {}

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  T& operator()(std::size_t i, std::size_t j) { return data_[i * cols_ + j]; }
  T operator()(std::size_t i, std::size_t j) const { return data_[i * cols_ + j]; }
  std::span<T> row(std::size_t i) { return {data_.data() + i * cols_, cols_}; }
  MatrixView<T> view() const { return {data_.data(), rows_, cols_}; }

 private:
  std::size_t rows_;
  std::size_t cols_;
  std::vector<T> data_;
};

inline std::string shape_text(const char* name, std::size_t rows, std::size_t cols) {
  return std::string(name) + " is [" + std::to_string(rows) + ", " + std::to_string(cols) + "]";
}

/// Throws unless `fits`; the message names both shapes and the rule that joins them.
template <class T>
void require_fit(bool fits, const char* a_name, MatrixView<T> a, const char* b_name, MatrixView<T> b,
                 const char* rule) {
  if (!fits)
    throw std::invalid_argument(shape_text(a_name, a.rows, a.cols) + ", but " + shape_text(b_name, b.rows, b.cols) +
                                ": " + rule);
}

/// Throws unless one query [head_dim] fits key [tokens, head_dim] and value [tokens, value_dim] and sees 1 to all keys.
template <class T>
void require_row_shapes(std::span<const T> query, MatrixView<T> key, MatrixView<T> value, std::size_t visible_keys) {
  const MatrixView<T> row{query.data(), 1, query.size()};
  require_fit(row.cols == key.cols && key.cols > 0, "query", row, "key", key,
              "both need the same head_dim, at least 1");
  require_fit(key.rows == value.rows, "key", key, "value", value, "both need one row a token");
  if (visible_keys < 1 || visible_keys > key.rows)
    throw std::invalid_argument(shape_text("key", key.rows, key.cols) + ", but a query sees " +
                                std::to_string(visible_keys) + " keys: it must see 1 to all of them");
}

}  // namespace attncheck
