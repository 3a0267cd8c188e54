// Wrong: the factor that rescales what came before is never below e^-20.
// Notices: accuracy/small_weights_add_up
// Options: --effort default --properties accuracy/small_weights_add_up
#include <math.h>
#include <stddef.h>

enum { tile = 64 };

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  for (size_t i = 0; i < tokens; i++) {
    const size_t seen = causal ? i + 1 : tokens;
    float frame = -INFINITY, highest = -INFINITY, sum = 0;
    for (size_t c = 0; c < value_dim; c++) output[i * value_dim + c] = 0;
    for (size_t first = 0; first < seen; first += tile) {
      const size_t last = first + tile < seen ? first + tile : seen;
      float logits[tile], max = -INFINITY;
      for (size_t j = first; j < last; j++) {
        float dot = 0;
        for (size_t c = 0; c < head_dim; c++) dot += query[i * head_dim + c] * key[j * head_dim + c];
        logits[j - first] = dot / sqrtf((float)head_dim);
        max = fmaxf(max, logits[j - first]);
      }
      const float next = fmaxf(frame, max);
      const float rescale = frame == -INFINITY ? 0 : expf(fmaxf(frame - next, -20));
      frame = next;
      highest = fmaxf(highest, max);
      sum *= rescale;
      for (size_t c = 0; c < value_dim; c++) output[i * value_dim + c] *= rescale;
      for (size_t j = first; j < last; j++) {
        const float weight = expf(logits[j - first] - frame);
        sum += weight;
        for (size_t c = 0; c < value_dim; c++) output[i * value_dim + c] += weight * value[j * value_dim + c];
      }
    }
    for (size_t c = 0; c < value_dim; c++) output[i * value_dim + c] /= sum;
  }
}
