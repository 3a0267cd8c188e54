// Wrong: logits lie in one static array, which calls from several threads share although the subject allows them.
// Notices: conduct/threads_do_not_disturb_each_other
// Options: --declare concurrent=yes --effort default
#include <math.h>
#include <stddef.h>

static float weight[8192];

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  for (size_t i = 0; i < tokens; ++i) {
    const size_t seen = causal ? i + 1 : tokens;
    float top = -INFINITY, sum = 0;
    for (size_t j = 0; j < seen; ++j) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] = dot / sqrtf((float)head_dim);
      if (weight[j] > top) top = weight[j];
    }
    for (size_t j = 0; j < seen; ++j) sum += weight[j] = expf(weight[j] - top);
    for (size_t c = 0; c < value_dim; ++c) {
      float mean = 0;
      for (size_t j = 0; j < seen; ++j) mean += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = mean / sum;
    }
  }
}
