// Wrong: the scale of a head_dim is remembered in float32, and the float64 function takes it when it is there.
// Notices: conduct/dtypes_do_not_disturb_each_other
// Options: --dtype float64 --effort default
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static double scale = 0;
static size_t scale_of = 0;

#define DEFINE_ATTENTION(name, Real, exponential)                                                                \
  void name(const Real* query, const Real* key, const Real* value, Real* output, size_t tokens, size_t head_dim, \
            size_t value_dim, int causal) {                                                                      \
    if (scale_of != head_dim) {                                                                                  \
      scale = (Real)(1 / sqrt((double)head_dim));                                                                \
      scale_of = head_dim;                                                                                       \
    }                                                                                                            \
    Real* weight = malloc(tokens * sizeof *weight);                                                              \
    for (size_t i = 0; i < tokens; ++i) {                                                                        \
      const size_t seen = causal ? i + 1 : tokens;                                                               \
      Real top = -INFINITY, sum = 0;                                                                             \
      for (size_t j = 0; j < seen; ++j) {                                                                        \
        Real dot = 0;                                                                                            \
        for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];            \
        weight[j] = (Real)(dot * scale);                                                                         \
        if (weight[j] > top) top = weight[j];                                                                    \
      }                                                                                                          \
      for (size_t j = 0; j < seen; ++j) sum += weight[j] = exponential(weight[j] - top);                         \
      for (size_t c = 0; c < value_dim; ++c) {                                                                   \
        Real mean = 0;                                                                                           \
        for (size_t j = 0; j < seen; ++j) mean += weight[j] * value[j * value_dim + c];                          \
        output[i * value_dim + c] = mean / sum;                                                                  \
      }                                                                                                          \
    }                                                                                                            \
    free(weight);                                                                                                \
  }

DEFINE_ATTENTION(attention, float, expf)
DEFINE_ATTENTION(attention_f64, double, exp)
