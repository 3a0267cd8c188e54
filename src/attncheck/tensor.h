#pragma once
// tensor.h: a dense row-major matrix of doubles, owned. [rows, cols]
// Used for query, key, value, output, logits and weights. Elements of a problem are exact in the problem's dtype.
// Errors: the constructor throws std::invalid_argument on a negative size; element access is unchecked.
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "attncheck/shape.h"

namespace attncheck {

class Tensor {
 public:
  Tensor() = default;
  Tensor(Index rows, Index cols, double fill = 0.0) : rows_(rows), cols_(cols) {
    if (rows < 0 || cols < 0) throw std::invalid_argument("a tensor cannot have a negative size");
    data_.assign(static_cast<std::size_t>(rows * cols), fill);
  }

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index size() const { return rows_ * cols_; }

  double& operator()(Index i, Index j) { return data_[static_cast<std::size_t>(i * cols_ + j)]; }
  double operator()(Index i, Index j) const { return data_[static_cast<std::size_t>(i * cols_ + j)]; }

  std::span<double> row(Index i) { return {data_.data() + i * cols_, static_cast<std::size_t>(cols_)}; }
  std::span<const double> row(Index i) const { return {data_.data() + i * cols_, static_cast<std::size_t>(cols_)}; }

  std::span<double> elements() { return data_; }
  std::span<const double> elements() const { return data_; }

 private:
  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<double> data_;
};

}  // namespace attncheck
