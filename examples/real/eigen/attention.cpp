// attention.cpp: attention composed of Eigen expressions, as the C functions attncheck calls.
#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <limits>

#include "attncheck/abi.h"

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
void attend(const T* query, const T* key, const T* value, T* output, std::size_t tokens, std::size_t head_dim,
            std::size_t value_dim, bool causal) {
  const auto n = static_cast<Eigen::Index>(tokens);
  const auto d = static_cast<Eigen::Index>(head_dim);
  const auto c = static_cast<Eigen::Index>(value_dim);
  const Eigen::Map<const Matrix<T>> q(query, n, d), k(key, n, d), v(value, n, c);
  Matrix<T> weights = q * k.transpose() / std::sqrt(static_cast<T>(d));
  if (causal) weights.template triangularView<Eigen::StrictlyUpper>().setConstant(-std::numeric_limits<T>::infinity());
  weights = (weights.colwise() - weights.rowwise().maxCoeff()).array().exp();
  weights.array().colwise() /= weights.rowwise().sum().eval().array();
  Eigen::Map<Matrix<T>>(output, n, c) = weights * v;
}

}  // namespace

void attention(const float* query, const float* key, const float* value, float* output, std::size_t tokens,
               std::size_t head_dim, std::size_t value_dim, int causal) {
  attend(query, key, value, output, tokens, head_dim, value_dim, causal != 0);
}

void attention_f64(const double* query, const double* key, const double* value, double* output, std::size_t tokens,
                   std::size_t head_dim, std::size_t value_dim, int causal) {
  attend(query, key, value, output, tokens, head_dim, value_dim, causal != 0);
}
