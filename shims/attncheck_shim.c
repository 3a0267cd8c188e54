/* attncheck_shim.c: makes a program that attncheck can ask of a C or C++ file that exports
 *   void attention(const float* query, const float* key, const float* value, float* output,
 *                  size_t tokens, size_t head_dim, size_t value_dim, int causal);
 * or attention_f64 with double, or both. Use: cc attncheck_shim.c mine.c -o mine -lm, and attncheck starts ./mine
 * (C++: cc -c attncheck_shim.c && c++ attncheck_shim.o mine.cpp -o mine). The protocol is in docs/formats.md. */
#define _POSIX_C_SOURCE 200112L
#include <errno.h>
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void Float32(const float*, const float*, const float*, float*, size_t, size_t, size_t, int);
typedef void Float64(const double*, const double*, const double*, double*, size_t, size_t, size_t, int);
extern Float32 attention __attribute__((weak));
extern Float64 attention_f64 __attribute__((weak));

static void stop(const char* reason) {
  fprintf(stderr, "attncheck_shim: %s\n", reason);
  exit(1);
}

static void transfer(int descriptor, void* bytes, size_t size) {
  for (char* at = bytes; size > 0;) {
    const ssize_t count = descriptor == 3 ? read(3, at, size) : write(4, at, size);
    if (count == 0) exit(0); /* attncheck is done */
    if (count < 0 && errno != EINTR) stop("descriptors 3 and 4 are no open pipes");
    if (count > 0) at += count, size -= (size_t)count;
  }
}

static void* take(int place, size_t size) {
  static void* memory[7];
  free(memory[place]); /* of the problem before; attncheck promises attention a multiple of 64 */
  if (posix_memalign(&memory[place], 64, size) != 0) stop("out of memory");
  return memory[place];
}

static void answer(void) {
  uint32_t head[12], changed = 0;
  transfer(3, head, 8);
  if (head[1] != 2 || head[0] < 44) stop("a frame that is no problem");
  transfer(3, head + 2, 40);
  const uint64_t end = (uint64_t)head[0] + 4, start = head[4], dtype = head[5], item = dtype == 0 ? 4 : 8;
  const uint64_t tokens = head[7], head_dim = head[8], value_dim = head[9];
  if (dtype > 1 || (dtype == 0 ? !attention : !attention_f64)) stop("a problem of a dtype that was not offered");
  if (start < 48 || start > end || tokens == 0 || head_dim == 0 || value_dim == 0 || (end - start) % tokens != 0 ||
      (end - start) / tokens != (2 * head_dim + value_dim) * item)
    stop("the sizes of a problem disagree with its length");
  for (uint64_t i = 48; i < start; ++i) transfer(3, &(char){0}, 1);
  const size_t sizes[3] = {tokens * head_dim * item, tokens * head_dim * item, tokens * value_dim * item};
  void *sent[3], *given[3], *output = memset(take(6, sizes[2]), 0xff, sizes[2]); /* NaN: what is not written shows */
  for (int t = 0; t < 3; ++t) {
    transfer(3, sent[t] = take(t, sizes[t]), sizes[t]);
    given[t] = memcpy(take(t + 3, sizes[t]), sent[t], sizes[t]);
  }
  fesetenv(FE_DFL_ENV); /* a program built with -ffast-math starts without subnormal numbers */
  if (dtype == 0)
    attention(given[0], given[1], given[2], output, tokens, head_dim, value_dim, head[6] != 0);
  else
    attention_f64(given[0], given[1], given[2], output, tokens, head_dim, value_dim, head[6] != 0);
  for (int t = 0; t < 3; ++t) changed |= (uint32_t)(memcmp(given[t], sent[t], sizes[t]) != 0) << t;
  fflush(stdout);
  transfer(4, (uint32_t[]){36 + sizes[2], 3, head[2], head[3], 0, head[5], head[7], head[9], changed, 0}, 40);
  transfer(4, output, sizes[2]);
}

int main(void) {
  if (!attention && !attention_f64) stop("no function attention or attention_f64 (in C++ it must be extern \"C\")");
  const char* names = !attention_f64 ? "\"float32\"" : !attention ? "\"float64\"" : "\"float32\", \"float64\"";
  char json[64];
  const int length = snprintf(json, sizeof json, "{\"dtypes\": [%s]}", names);
  transfer(4, (uint32_t[]){8 + length, 1, 0}, 12);
  transfer(4, json, length);
  for (;;) answer();
}
