// Wrong: a copy of a key is taken for fresh when its stamp of 8 bits comes round.
// Notices: conduct/calls_do_not_disturb_each_other
// Options: --effort default --properties conduct/calls_do_not_disturb_each_other
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static unsigned char stamp[4096], gen = 0;
static float* copy;
static size_t cap;
void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, int causal) {
  if (++gen == 0) gen = 1;
  if (4096 * d > cap) {
    copy = realloc(copy, 4096 * d * 4);
    cap = 4096 * d;
    memset(stamp, 0, sizeof stamp);
  }
  const float scale = 1.0f / sqrtf((float)d);
  float* w = malloc(n * sizeof *w);
  for (size_t i = 0; i < n; ++i) {
    size_t vis = causal ? i + 1 : n;
    float m = -INFINITY, l = 0;
    for (size_t j = 0; j < vis; ++j) {
      if (stamp[j] != gen) {
        memcpy(copy + j * d, k + j * d, d * 4);
        stamp[j] = gen;
      }
      float s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * copy[j * d + c];
      w[j] = s * scale;
      if (w[j] > m) m = w[j];
    }
    for (size_t j = 0; j < vis; ++j) l += w[j] = expf(w[j] - m);
    for (size_t c = 0; c < e; ++c) {
      float acc = 0;
      for (size_t j = 0; j < vis; ++j) acc += w[j] * v[j * e + c];
      o[i * e + c] = acc / l;
    }
  }
  free(w);
}
