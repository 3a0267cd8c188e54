/* Style: variable-length arrays on the stack, and pointers to rows instead of products of indices.
 * The shapes are in the types: key is tokens rows of head_dim. */
#include <math.h>
#include <stddef.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float(*q)[head_dim] = (const float(*)[head_dim])query;
  const float(*k)[head_dim] = (const float(*)[head_dim])key;
  const float(*v)[value_dim] = (const float(*)[value_dim])value;
  float(*o)[value_dim] = (float(*)[value_dim])output;
  float weight[tokens];
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) weight[j] += q[i][c] * k[j][c];
      weight[j] /= sqrtf((float)head_dim);
      if (weight[j] > largest) largest = weight[j];
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = expf(weight[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      o[i][c] = 0.0f;
      for (size_t j = 0; j < visible; ++j) o[i][c] += weight[j] * v[j][c];
      o[i][c] /= total;
    }
  }
}
