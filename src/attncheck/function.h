#pragma once
// function.h: a C++ function as a subject, linked into the program that checks it.
// Used by authors of an attention written in C++. With the CMake target attncheck::main, one line makes a program that
// is `attncheck check` on the function:
//
//   ATTNCHECK_SUBJECT(my_attention);
//
// my_attention is called as the functions of attncheck/abi.h are, with float or double. It may be one function, a set
// of overloads, or a template whose type follows from its arguments; what can be called with float is checked as
// float32, what can be called with double as float64. Two functions with names of their own:
//
//   ATTNCHECK_SUBJECT(my_attention_f32, my_attention_f64);
//
// Buffers are dense and row-major: query, key [tokens, head_dim], value, output [tokens, value_dim].
// Errors: a function that can be called with neither does not compile, and the message says so.
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "attncheck/problem.h"

// The folder that "attncheck/property.h" is found in; programs need it when they compile a file for a user. CMake's
// targets define it.
#ifndef ATTNCHECK_INCLUDE_DIR
#define ATTNCHECK_INCLUDE_DIR ""
#endif

namespace attncheck {

template <class T>
using AttentionFunction = void (*)(const T* query, const T* key, const T* value, T* output, std::size_t tokens,
                                   std::size_t head_dim, std::size_t value_dim, int causal);

/// A function of the program itself, in one dtype or both.
struct LinkedFunction {
  const char* name;
  AttentionFunction<float> float32 = nullptr;
  AttentionFunction<double> float64 = nullptr;
  const char* include_dir = ATTNCHECK_INCLUDE_DIR;
};

namespace detail {

template <class T, class Call>
inline constexpr bool takes =
    std::is_invocable_v<Call, const T*, const T*, const T*, T*, std::size_t, std::size_t, std::size_t, int>;

template <class T, class Call>
constexpr AttentionFunction<T> function_of(Call) {
  if constexpr (takes<T, Call>) {
    return [](const T* query, const T* key, const T* value, T* output, std::size_t tokens, std::size_t head_dim,
              std::size_t value_dim,
              int causal) { Call{}(query, key, value, output, tokens, head_dim, value_dim, causal); };
  } else {
    return nullptr;
  }
}

template <class Call>
constexpr LinkedFunction linked_function(const char* name, Call call) {
  static_assert(takes<float, Call> || takes<double, Call>,
                "attncheck: this cannot be called as f(query, key, value, output, tokens, head_dim, value_dim, causal) "
                "with pointers to float or to double (see attncheck/abi.h)");
  return {name, function_of<float>(call), function_of<double>(call)};
}

template <class Narrow, class Wide>
constexpr LinkedFunction linked_function(const char* name, Narrow narrow, Wide wide) {
  static_assert(takes<float, Narrow>, "attncheck: the first of two functions must take pointers to float");
  static_assert(takes<double, Wide>, "attncheck: the second of two functions must take pointers to double");
  return {name, function_of<float>(narrow), function_of<double>(wide)};
}

/// Memory that starts at a multiple of 64 bytes, as attncheck/abi.h promises.
template <class T>
class Buffer {
 public:
  explicit Buffer(Index size) : data_(new (std::align_val_t{64}) T[static_cast<std::size_t>(size)]()) {}
  explicit Buffer(const Tensor& tensor) : Buffer(tensor.size()) {
    T* element = data_.get();
    for (const double number : tensor.elements()) *element++ = static_cast<T>(number);
  }
  T* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(T* data) const { ::operator delete[](data, std::align_val_t{64}); }
  };
  std::unique_ptr<T[], Free> data_;
};

template <class T>
Tensor call(AttentionFunction<T> function, const Problem& problem) {
  const Buffer<T> query(problem.query), key(problem.key), value(problem.value), output(problem.value.size());
  const auto [tokens, head_dim, value_dim] = problem.shape;
  function(query.data(), key.data(), value.data(), output.data(), static_cast<std::size_t>(tokens),
           static_cast<std::size_t>(head_dim), static_cast<std::size_t>(value_dim), problem.causal ? 1 : 0);
  Tensor result(tokens, value_dim);
  const T* element = output.data();
  for (double& number : result.elements()) number = static_cast<double>(*element++);
  return result;
}

}  // namespace detail

/// Calls the function in this process. [tokens, value_dim]
/// Throws std::invalid_argument when it does not offer the problem's dtype.
inline Tensor call(const LinkedFunction& function, const Problem& problem) {
  const bool narrow = problem.dtype == DType::float32;
  if (narrow ? function.float32 == nullptr : function.float64 == nullptr)
    throw std::invalid_argument(std::string(function.name) + " does not offer " + (narrow ? "float32" : "float64"));
  return narrow ? detail::call<float>(function.float32, problem) : detail::call<double>(function.float64, problem);
}

}  // namespace attncheck

#define ATTNCHECK_CALL(name_) [](auto... arguments) -> decltype(name_(arguments...)) { return name_(arguments...); }
#define ATTNCHECK_ONE_FUNCTION(name_) ::attncheck::detail::linked_function(#name_, ATTNCHECK_CALL(name_))
#define ATTNCHECK_TWO_FUNCTIONS(narrow_, wide_) \
  ::attncheck::detail::linked_function(#narrow_, ATTNCHECK_CALL(narrow_), ATTNCHECK_CALL(wide_))
#define ATTNCHECK_THIRD(first_, second_, third_, ...) third_

/// ATTNCHECK_FUNCTION(my_attention) or ATTNCHECK_FUNCTION(float32_function, float64_function): a LinkedFunction.
#define ATTNCHECK_FUNCTION(...) \
  ATTNCHECK_THIRD(__VA_ARGS__, ATTNCHECK_TWO_FUNCTIONS, ATTNCHECK_ONE_FUNCTION, )(__VA_ARGS__)

/// The function that the program of attncheck::main checks; at namespace scope, once a program.
#define ATTNCHECK_SUBJECT(...)                                           \
  extern "C" const ::attncheck::LinkedFunction attncheck_linked_subject; \
  const ::attncheck::LinkedFunction attncheck_linked_subject = ATTNCHECK_FUNCTION(__VA_ARGS__)
