#pragma once
// sized_kernel.h: a kernel that is written for some sizes only. Used by the tests of shapes and of probe. No errors.
#include <string>

namespace attncheck::end_to_end {

/// Attention in C that ends the process when it is asked a size for which `takes` (of tokens, head_dim, value_dim and
/// causal) is not true. `scale`: the factor on query.key.
inline std::string sized_kernel(const std::string& takes, const std::string& scale) {
  return "#define SCALE " + scale + R"(
#include <math.h>
#include <stdlib.h>
void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  if (!()" +
         takes + R"()) abort();
  double* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t keys = causal ? i + 1 : tokens;
    double most = -INFINITY, sum = 0;
    for (size_t j = 0; j < keys; ++j) {
      double dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += (double)query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] = dot * SCALE;
      if (weight[j] > most) most = weight[j];
    }
    for (size_t j = 0; j < keys; ++j) sum += weight[j] = exp(weight[j] - most);
    for (size_t c = 0; c < value_dim; ++c) {
      double mean = 0;
      for (size_t j = 0; j < keys; ++j) mean += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = (float)(mean / sum);
    }
  }
  free(weight);
}
)";
}

}  // namespace attncheck::end_to_end
