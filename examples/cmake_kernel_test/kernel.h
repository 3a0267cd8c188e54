/* kernel.h: the interface of a library that knows nothing of attncheck. All buffers are dense and row-major. */
#ifndef KERNEL_H
#define KERNEL_H

#include <stddef.h>

void scaled_dot_product(const float* query, const float* key, const float* value, float* output, size_t tokens,
                        size_t head_dim, size_t value_dim, int causal);
void scaled_dot_product_f64(const double* query, const double* key, const double* value, double* output, size_t tokens,
                            size_t head_dim, size_t value_dim, int causal);

#endif
