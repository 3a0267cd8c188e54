// adapter.cpp: oneDNN's matmul, softmax and matmul as the one C function attncheck calls.
// oneDNN computes every product and the softmax; the adapter scales the logits and hides the future with -infinity.
// Works with oneDNN 2.x and 3.x, whose way to describe a primitive differs.
#include <cmath>
#include <cstddef>
#include <dnnl.hpp>
#include <limits>
#include <vector>

#include "attncheck/abi.h"

// Which axis of the logits [tokens, tokens] sums to one: 1, the keys.
#ifndef SOFTMAX_AXIS
#define SOFTMAX_AXIS 1
#endif

namespace {

using dnnl::memory;
using Tag = memory::format_tag;

memory::desc matrix(std::size_t rows, std::size_t cols, Tag tag = Tag::ab) {
  return {{static_cast<memory::dim>(rows), static_cast<memory::dim>(cols)}, memory::data_type::f32, tag};
}

dnnl::matmul::primitive_desc matmul_of(const dnnl::engine& engine, const memory::desc& a, const memory::desc& b,
                                       const memory::desc& product) {
#if DNNL_VERSION_MAJOR >= 3
  return {engine, a, b, product};
#else
  return {dnnl::matmul::desc(a, b, product), engine};
#endif
}

dnnl::softmax_forward::primitive_desc softmax_of(const dnnl::engine& engine, const memory::desc& logits) {
  constexpr auto inference = dnnl::prop_kind::forward_inference;
#if DNNL_VERSION_MAJOR >= 3
  return {engine, inference, dnnl::algorithm::softmax_accurate, logits, logits, SOFTMAX_AXIS};
#else
  return {dnnl::softmax_forward::desc(inference, logits, SOFTMAX_AXIS), engine};
#endif
}

void scale_and_mask(std::vector<float>& logits, std::size_t tokens, std::size_t head_dim, bool causal) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(head_dim));
  for (std::size_t i = 0; i < tokens; ++i) {
    for (std::size_t j = 0; j < tokens; ++j) {
      float& logit = logits[i * tokens + j];
      logit = causal && j > i ? -std::numeric_limits<float>::infinity() : logit * scale;
    }
  }
}

}  // namespace

extern "C" void attention(const float* query, const float* key, const float* value, float* output, std::size_t tokens,
                          std::size_t head_dim, std::size_t value_dim, int causal) {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  static dnnl::stream stream(engine);
  const auto input = [&](const memory::desc& desc, const float* data) {
    return memory(desc, engine, const_cast<float*>(data));  // oneDNN only reads a source, but its API takes no const
  };
  const memory q = input(matrix(tokens, head_dim), query);
  const memory k = input(matrix(head_dim, tokens, Tag::ba), key);  // key [tokens, head_dim], read as its transpose
  const memory v = input(matrix(tokens, value_dim), value);
  const memory o(matrix(tokens, value_dim), engine, output);
  std::vector<float> logits(tokens * tokens);
  const memory w(matrix(tokens, tokens), engine, logits.data());

  dnnl::matmul(matmul_of(engine, q.get_desc(), k.get_desc(), w.get_desc()))
      .execute(stream, {{DNNL_ARG_SRC, q}, {DNNL_ARG_WEIGHTS, k}, {DNNL_ARG_DST, w}});
  stream.wait();
  scale_and_mask(logits, tokens, head_dim, causal != 0);
  dnnl::softmax_forward(softmax_of(engine, w.get_desc())).execute(stream, {{DNNL_ARG_SRC, w}, {DNNL_ARG_DST, w}});
  dnnl::matmul(matmul_of(engine, w.get_desc(), v.get_desc(), o.get_desc()))
      .execute(stream, {{DNNL_ARG_SRC, w}, {DNNL_ARG_WEIGHTS, v}, {DNNL_ARG_DST, o}});
  stream.wait();
}
