#include "kernel.h"

#include <math.h>

/* Both functions are this text with another number type. The output row holds sums until the row is done. */
#define DEFINE_ATTENTION(name, number, exponential, root)                                                      \
  static number name##_logit(const number* query, const number* key, size_t head_dim) {                        \
    number dot = 0;                                                                                            \
    for (size_t c = 0; c < head_dim; ++c) dot += query[c] * key[c];                                            \
    return dot / root((number)head_dim);                                                                       \
  }                                                                                                            \
  void name(const number* query, const number* key, const number* value, number* output, size_t tokens,        \
            size_t head_dim, size_t value_dim, int causal) {                                                   \
    for (size_t i = 0; i < tokens; ++i) {                                                                      \
      const number* q = query + i * head_dim;                                                                  \
      const size_t visible = causal ? i + 1 : tokens;                                                          \
      number max = -INFINITY, sum = 0;                                                                         \
      for (size_t j = 0; j < visible; ++j) {                                                                   \
        const number logit = name##_logit(q, key + j * head_dim, head_dim);                                    \
        if (logit > max) max = logit;                                                                          \
      }                                                                                                        \
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = 0;                                    \
      for (size_t j = 0; j < visible; ++j) {                                                                   \
        const number weight = exponential(name##_logit(q, key + j * head_dim, head_dim) - max);                \
        sum += weight;                                                                                         \
        for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] += weight * value[j * value_dim + c]; \
      }                                                                                                        \
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] /= sum;                                 \
    }                                                                                                          \
  }

DEFINE_ATTENTION(scaled_dot_product, float, expf, sqrtf)
DEFINE_ATTENTION(scaled_dot_product_f64, double, exp, sqrt)
