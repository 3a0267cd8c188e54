// A GoogleTest program of your own that gets one test more for each property and dtype: all of GoogleTest's options
// work on them (--gtest_filter=causality.*, sharding, --gtest_output=xml).
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "attncheck/gtest.h"

namespace {

/// Online softmax: one pass over the keys, the output rescaled whenever the maximum grows.
void my_attention(const float* query, const float* key, const float* value, float* output, std::size_t tokens,
                  std::size_t head_dim, std::size_t value_dim, bool causal) {
  for (std::size_t i = 0; i < tokens; ++i) {
    float max = -INFINITY, sum = 0;
    float* row = output + i * value_dim;
    for (std::size_t c = 0; c < value_dim; ++c) row[c] = 0;
    for (std::size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
      float dot = 0;
      for (std::size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      const float logit = dot / std::sqrt(static_cast<float>(head_dim));
      const float new_max = std::fmax(max, logit);
      const float rescale = std::exp(max - new_max), weight = std::exp(logit - new_max);
      sum = sum * rescale + weight;
      for (std::size_t c = 0; c < value_dim; ++c) row[c] = row[c] * rescale + weight * value[j * value_dim + c];
      max = new_max;
    }
    for (std::size_t c = 0; c < value_dim; ++c) row[c] /= sum;
  }
}

TEST(MyAttention, of_one_token_is_its_value) {
  const float query = 1, key = 1, value = 5;
  float output = 0;
  my_attention(&query, &key, &value, &output, 1, 1, 1, true);
  EXPECT_EQ(output, 5.0F);
}

const bool registered = [] {
  attncheck::SuiteOptions options;
  options.effort = "quick";
  attncheck::register_gtests(ATTNCHECK_FUNCTION(my_attention), options);
  return true;
}();

}  // namespace
