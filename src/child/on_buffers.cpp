#include "child/on_buffers.h"

#include <fmt/format.h>

#include <span>
#include <stdexcept>
#include <utility>

namespace attncheck {
namespace {

template <class T>
void read(const void* from, Tensor& to) {
  const T* element = static_cast<const T*>(from);
  for (double& value : to.elements()) value = static_cast<double>(*element++);
}

template <class T>
void write(std::span<const double> from, void* to) {
  T* element = static_cast<T*>(to);
  for (const double value : from) *element++ = static_cast<T>(value);
}

template <class T>
void call_in(const std::function<Tensor(const Problem&)>& function, const RawCall& call, Index rows) {
  Problem problem = make_problem(call.shape, call.dtype, call.causal != 0);
  read<T>(call.query, problem.query);
  read<T>(call.key, problem.key);
  read<T>(call.value, problem.value);
  const Tensor output = function(problem);
  if (output.rows() != call.shape.tokens || output.cols() != call.shape.value_dim)
    throw std::logic_error(fmt::format("returned [{}, {}] instead of [{}, {}]", output.rows(), output.cols(),
                                       call.shape.tokens, call.shape.value_dim));
  write<T>(output.elements().first(static_cast<std::size_t>(rows * output.cols())), call.output);
}

}  // namespace

void call_on_tensors(const std::function<Tensor(const Problem&)>& function, const RawCall& call, Index rows) {
  call.dtype == DType::float32 ? call_in<float>(function, call, rows) : call_in<double>(function, call, rows);
}

RawFunction on_buffers(std::function<Tensor(const Problem&)> function) {
  return [function = std::move(function)](const RawCall& call) { call_on_tensors(function, call, call.shape.tokens); };
}

}  // namespace attncheck
