// Wrong: the logits of a query are those of an earlier row with the same first 64 bytes.
// Notices: accuracy/tensors_may_be_equal
// Options: --effort default --properties accuracy/tensors_may_be_equal
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const size_t told_by = head_dim < 16 ? head_dim : 16;
  float* logits = malloc(tokens * tokens * sizeof *logits);
  for (size_t i = 0; i < tokens; i++) {
    size_t source = i;
    for (size_t k = 0; k < i && source == i; k++)
      if (memcmp(query + i * head_dim, query + k * head_dim, told_by * sizeof *query) == 0) source = k;
    float* row = logits + i * tokens;
    if (source != i) memcpy(row, logits + source * tokens, tokens * sizeof *row);
    for (size_t j = 0; j < tokens && source == i; j++) {
      row[j] = 0;
      for (size_t c = 0; c < head_dim; c++) row[j] += query[i * head_dim + c] * key[j * head_dim + c];
      row[j] /= sqrtf((float)head_dim);
    }
    const size_t seen = causal ? i + 1 : tokens;
    float max = -INFINITY, sum = 0;
    for (size_t j = 0; j < seen; j++) max = fmaxf(max, row[j]);
    for (size_t j = 0; j < seen; j++) sum += expf(row[j] - max);
    for (size_t c = 0; c < value_dim; c++) {
      float average = 0;
      for (size_t j = 0; j < seen; j++) average += expf(row[j] - max) / sum * value[j * value_dim + c];
      output[i * value_dim + c] = average;
    }
  }
  free(logits);
}
