/* abi.h: the one function a shared library exports to be checked. Plain C99; the only header it may need.
 *
 *   query  [tokens, head_dim]    key [tokens, head_dim]    value [tokens, value_dim]    output [tokens, value_dim]
 *
 * All four are dense and row-major, start at a multiple of 64 bytes, and do not overlap. When causal is not zero, row i
 * sees keys 0 .. i only. The scale is 1/sqrt(head_dim). Write every element of output; change nothing else.
 * Export attention for float32, attention_f64 for float64, or both. In C++ inside extern "C". */
#ifndef ATTNCHECK_ABI_H
#define ATTNCHECK_ABI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal);

void attention_f64(const double* query, const double* key, const double* value, double* output, size_t tokens,
                   size_t head_dim, size_t value_dim, int causal);

#ifdef __cplusplus
}
#endif

#endif
