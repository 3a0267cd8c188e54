/* Style: subnormal numbers are flushed to zero during the call, and the mode is restored before it returns.
 * Honest where the processor is slow on subnormals; on other processors it computes as usual. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

static void rows(const float* query, const float* key, const float* value, float* output, size_t tokens,
                 size_t head_dim, size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = expf(weight[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
    }
  }
  free(weight);
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
#ifdef __SSE__
  const unsigned mode = _mm_getcsr();
  _mm_setcsr(mode | 0x8040u);
  rows(query, key, value, output, tokens, head_dim, value_dim, causal);
  _mm_setcsr(mode);
#else
  rows(query, key, value, output, tokens, head_dim, value_dim, causal);
#endif
}
