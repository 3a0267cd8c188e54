// adapter.cpp: libtorch's scaled dot-product attention, with its own causal flag, as the C functions attncheck calls.
#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "attncheck/abi.h"

namespace {

at::Tensor sdpa(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value, bool causal) {
#if TORCH_VERSION_MAJOR >= 2
  return at::scaled_dot_product_attention(query, key, value, {}, 0.0, causal);
#else
  return std::get<0>(at::_scaled_dot_product_attention(query, key, value, {}, 0.0, false, causal));
#endif
}

template <class T>
void attend(const T* query, const T* key, const T* value, T* output, std::size_t tokens, std::size_t head_dim,
            std::size_t value_dim, bool causal) {
  const c10::InferenceMode no_gradients;
  const auto tensor = [&](const T* data, std::size_t columns) {  // [1, tokens, columns], the caller's memory
    return at::from_blob(const_cast<T*>(data),
                         {1, static_cast<std::int64_t>(tokens), static_cast<std::int64_t>(columns)},
                         at::TensorOptions().dtype(c10::CppTypeToScalarType<T>::value));
  };
  const at::Tensor attended =
      sdpa(tensor(query, head_dim), tensor(key, head_dim), tensor(value, value_dim), causal).contiguous();
  std::memcpy(output, attended.data_ptr<T>(), tokens * value_dim * sizeof(T));
}

}  // namespace

void attention(const float* query, const float* key, const float* value, float* output, std::size_t tokens,
               std::size_t head_dim, std::size_t value_dim, int causal) {
  attend(query, key, value, output, tokens, head_dim, value_dim, causal != 0);
}

void attention_f64(const double* query, const double* key, const double* value, double* output, std::size_t tokens,
                   std::size_t head_dim, std::size_t value_dim, int causal) {
  attend(query, key, value, output, tokens, head_dim, value_dim, causal != 0);
}
