// Task 7 in C++: what a right attention cannot fail, as experiments.
#include <algorithm>
#include <cmath>
#include <random>

#include "attncheck_tests.hpp"

namespace {

bool close(double one, double other) {  // false for NaN too
  const double tolerance = 1e-4;        // far above what float32 rounds, far below what a mistake changes
  return std::abs(one - other) <= tolerance * std::max(1.0, std::abs(other));
}

Rows normal_rows(std::size_t rows, std::size_t columns) {
  static std::mt19937 random;
  static std::normal_distribution<float> normal;
  Rows tensor(rows, std::vector<float>(columns));
  for (std::vector<float>& row : tensor)
    for (float& x : row) x = normal(random);
  return tensor;
}

void visible_weights_sum_to_one(const Attention& attention) {
  const Rows query = normal_rows(6, 3), key = normal_rows(6, 3), value(6, {1, -5});
  for (const bool causal : {false, true})
    for (const std::vector<float>& row : attention(query, key, value, causal))
      assert(close(row[0], 1) && close(row[1], -5));  // the mean of equal values
}

void future_weights_are_zero(const Attention& attention) {
  const Rows query = normal_rows(5, 3), key = normal_rows(5, 3);
  Rows value = normal_rows(5, 2);
  value[4] = {1e8F, -1e8F};  // the smallest weight would be seen
  const Rows output = attention(query, key, value, true);
  for (std::size_t i = 0; i < 4; ++i) assert(std::abs(output[i][0]) < 1000 && std::abs(output[i][1]) < 1000);
  assert(close(output[0][0], value[0][0]));  // row 0 sees key 0 alone
}

void the_past_does_not_change(const Attention& attention) {
  const Rows query = normal_rows(5, 3);
  Rows key = normal_rows(5, 3), value = normal_rows(5, 2);
  const Rows before = attention(query, key, value, true);
  key[4] = {9, -9, 9};
  value[4] = {-7, 7};
  const Rows after = attention(query, key, value, true);
  for (std::size_t i = 0; i < 4; ++i) assert(before[i] == after[i]);
  assert(before[4] != after[4]);
}

void the_scale_is_one_over_the_root_of_head_dim(const Attention& attention) {
  // Logits 4 / sqrt(4) = 2 and 0: the weights are e^2 and 1, divided by their sum.
  const Rows output = attention(Rows(2, {1, 1, 1, 1}), {{1, 1, 1, 1}, {0, 0, 0, 0}}, {{1}, {0}}, false);
  assert(close(output[0][0], std::exp(2.0) / (std::exp(2.0) + 1)));
}

void each_query_has_its_own_weights(const Attention& attention) {
  const Rows output = attention({{0, 3}, {2, 0}}, {{1, 0}, {0, 1}}, {{1}, {3}}, false);
  assert(output[0][0] > 2.5F && output[1][0] < 1.5F);
}

void equal_logits_average(const Attention& attention) {
  for (const std::size_t tokens : {1U, 2U, 17U}) {
    Rows value(tokens, std::vector<float>(1));
    for (std::size_t j = 0; j < tokens; ++j) value[j][0] = static_cast<float>(j);
    const Rows output = attention(Rows(tokens, {0}), normal_rows(tokens, 1), value, false);
    for (const std::vector<float>& row : output) assert(close(row[0], static_cast<double>(tokens - 1) / 2));
  }
}

void large_logits_are_no_trouble(const Attention& attention) {
  for (const float large : {20.0F, -20.0F}) {  // exp(400) overflows, and exp(-400) is zero
    const Rows output = attention(Rows(2, {large}), Rows(2, {20}), {{2}, {4}}, false);
    assert(close(output[0][0], 3) && close(output[1][0], 3));
  }
}

}  // namespace

bool accepts(const Attention& attention) {
  visible_weights_sum_to_one(attention);
  future_weights_are_zero(attention);
  the_past_does_not_change(attention);
  the_scale_is_one_over_the_root_of_head_dim(attention);
  each_query_has_its_own_weights(attention);
  equal_logits_average(attention);
  large_logits_are_no_trouble(attention);
  return true;
}
