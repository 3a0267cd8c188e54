/* Numbers rounded to a 16-bit type and kept in float, to nearest, ties to even, by their bits. */
#include <stdint.h>
#include <string.h>

static float to_bfloat16(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (x != x) return x;
  bits += 0x7fff + (bits >> 16 & 1);
  bits &= 0xffff0000;
  memcpy(&x, &bits, sizeof bits);
  return x;
}

/* Numbers of float16 below 2^-14 are 2^-24 apart, from there on 2^-10 of their power of two. */
static float to_float16(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint32_t sign = bits & 0x80000000, size = bits & 0x7fffffff;
  if (size < 0x38800000) {
    const float large = 0.5f; /* its numbers are 2^-24 apart, and so is its sum with anything smaller */
    const float kept = (x < 0 ? -x : x) + large - large;
    return sign != 0 ? -kept : kept;
  }
  if (size >= 0x7f800000) return x;
  uint32_t kept = size + 0xfff + (size >> 13 & 1);
  kept &= 0xffffe000;
  if (kept > 0x477fe000) kept = 0x7f800000; /* above 65504: infinity */
  kept |= sign;
  memcpy(&x, &kept, sizeof x);
  return x;
}
