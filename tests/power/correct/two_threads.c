/* Style: two threads, one for the even rows and one for the odd ones.
 * Rows share nothing, so the answer does not depend on who is first. */
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

struct job {
  const float *query, *key, *value;
  float* output;
  size_t tokens, head_dim, value_dim, first;
  int causal;
};

static void* rows(void* argument) {
  const struct job* job = argument;
  const float scale = 1.0f / sqrtf((float)job->head_dim);
  float* weight = malloc(job->tokens * sizeof *weight);
  for (size_t i = job->first; i < job->tokens; i += 2) {
    const size_t visible = job->causal ? i + 1 : job->tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = scale * dot(job->query + i * job->head_dim, job->key + j * job->head_dim, job->head_dim);
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = expf(weight[j] - largest);
    for (size_t c = 0; c < job->value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * job->value[j * job->value_dim + c];
      job->output[i * job->value_dim + c] = sum / total;
    }
  }
  free(weight);
  return NULL;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  struct job even = {query, key, value, output, tokens, head_dim, value_dim, 0, causal};
  struct job odd = even;
  odd.first = 1;
  pthread_t thread;
  const int alone = pthread_create(&thread, NULL, rows, &odd);
  rows(&even);
  if (alone)
    rows(&odd);
  else
    pthread_join(thread, NULL);
}
