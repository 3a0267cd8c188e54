#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

/// The largest logit becomes 0, so that exp cannot overflow.
inline void softmax(std::vector<float>& row) {
  const float largest = *std::max_element(row.begin(), row.end());
  float sum = 0;
  for (float& element : row) {
    element = std::exp(element - largest);
    sum += element;
  }
  for (float& element : row) element /= sum;
}
