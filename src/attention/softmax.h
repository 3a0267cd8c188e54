#pragma once
// softmax.h: softmax of one row, shifted by its maximum so that exp cannot overflow, and the dot product.
// Used by row.h and matrix.h. Shapes: [n] in, [n] out, in place.
// Needs at least one finite logit; a logit of minus infinity gets weight exactly 0. NaN makes the whole row NaN.
// Source: Blanchard, Higham, Higham, Accurately computing the log-sum-exp and softmax functions, eq. (1.3).
#include <algorithm>
#include <cmath>
#include <span>

namespace attncheck {

/// exp(logit_j) / sum_j exp(logit_j). The shift cancels in exact arithmetic and keeps every exp in [0, 1].
template <class T>
void softmax_in_place(std::span<T> row) {
  const T largest = *std::max_element(row.begin(), row.end());
  T sum = 0;
  for (T& element : row) {
    element = std::exp(element - largest);
    sum += element;
  }
  for (T& element : row) element /= sum;
}

/// sum_c a_c b_c, from the first to the last.
template <class T>
T dot(std::span<const T> a, std::span<const T> b) {
  T sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

}  // namespace attncheck
