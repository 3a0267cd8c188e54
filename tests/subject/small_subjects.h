#pragma once
// small_subjects.h: small problems, subjects made of a lambda, and C files in a folder that is removed afterwards.
// Used by the tests of src/subject.
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "subject/child_subject.h"
#include "subject/spec.h"

namespace attncheck {

inline const std::vector<DType> both_dtypes{DType::float32, DType::float64};

/// Queries and keys that differ everywhere, values that are powers of two.
inline Problem small_problem(DType dtype = DType::float32, Shape shape = {4, 2, 3}, bool causal = false) {
  Problem problem = make_problem(shape, dtype, causal);
  double next = 1;
  for (Tensor* tensor : {&problem.query, &problem.key})
    for (double& element : tensor->elements()) element = next++ / 8;
  for (Index i = 0; i < shape.tokens; ++i)
    for (Index c = 0; c < shape.value_dim; ++c) problem.value(i, c) = std::ldexp(1.0, static_cast<int>((i + c) % 64));
  return problem;
}

/// All logits are zero, so that row i of the output is the mean of the values it sees.
inline Problem average_problem(DType dtype, bool causal) {
  Problem problem = small_problem(dtype, {4, 2, 3}, causal);
  for (double& element : problem.query.elements()) element = 0;
  return problem;
}

inline Limits short_limits() {
  Limits limits;
  limits.start_seconds = 20;
  limits.first_call_seconds = 20;  // so that only a repeated call is short, however busy the machine is
  limits.call_seconds = 0.1;
  return limits;
}

/// Writes ones to the whole output.
inline void write_ones(const RawCall& call) {
  for (Index i = 0; i < call.shape.tokens * call.shape.value_dim; ++i)
    if (call.dtype == DType::float32)
      static_cast<float*>(call.output)[i] = 1;
    else
      static_cast<double*>(call.output)[i] = 1;
}

/// Does `misdeed` when query[0][0] is negative, then answers with ones.
inline std::unique_ptr<Subject> misbehaving(const RawFunction& misdeed, const Limits& limits = {}) {
  return make_child_subject(
      "misbehaving", both_dtypes,
      [misdeed](const RawCall& call) {
        const double first = call.dtype == DType::float32 ? static_cast<double>(*static_cast<const float*>(call.query))
                                                          : *static_cast<const double*>(call.query);
        if (first < 0) misdeed(call);
        write_ones(call);
      },
      limits);
}

inline Problem provoking(Problem problem = small_problem()) {
  problem.query(0, 0) = -1;
  return problem;
}

/// A folder for files of one test.
class Folder {
 public:
  Folder() {
    path_ = (std::filesystem::temp_directory_path() / "attncheck-test-XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
    return path_ + "/" + name;
  }
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// A correct C file for both dtypes. `before` is run at the start of attention, `after` at its end.
inline std::string c_source(const std::string& before = "", const std::string& after = "") {
  return R"(
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#define DEFINE(NAME, T, EXP, BEFORE, AFTER)                                                                \
  void NAME(const T *query, const T *key, const T *value, T *output, size_t tokens, size_t head_dim,       \
            size_t value_dim, int causal) {                                                                \
    BEFORE;                                                                                                \
    T *weight = malloc(tokens * sizeof *weight);                                                           \
    for (size_t i = 0; i < tokens; ++i) {                                                                  \
      size_t seen = causal ? i + 1 : tokens;                                                               \
      T max = -INFINITY, sum = 0;                                                                          \
      for (size_t j = 0; j < seen; ++j) {                                                                  \
        T dot = 0;                                                                                         \
        for (size_t k = 0; k < head_dim; ++k) dot += query[i * head_dim + k] * key[j * head_dim + k];      \
        weight[j] = dot / (T)sqrt((double)head_dim);                                                       \
        if (weight[j] > max) max = weight[j];                                                              \
      }                                                                                                    \
      for (size_t j = 0; j < seen; ++j) sum += weight[j] = EXP(weight[j] - max);                           \
      for (size_t c = 0; c < value_dim; ++c) {                                                             \
        T total = 0;                                                                                       \
        for (size_t j = 0; j < seen; ++j) total += weight[j] * value[j * value_dim + c];                   \
        output[i * value_dim + c] = total / sum;                                                           \
      }                                                                                                    \
    }                                                                                                      \
    free(weight);                                                                                          \
    AFTER;                                                                                                 \
  }
)" + ("DEFINE(attention, float, expf, " + before + ", " + after + ")\n") +
         "DEFINE(attention_f64, double, exp, " + before + ", " + after + ")\n";
}

inline std::unique_ptr<Subject> open_quietly(const std::string& spec, const Limits& limits = {}) {
  std::ostringstream log;
  return open_subject(spec, log, {.limits = limits});
}

/// The error of opening `spec`, or a text that matches nothing when it opens.
struct OpenError {
  SubjectError::Kind kind = SubjectError::Kind::wrong_name;
  std::string text = "it opened";
};
inline OpenError open_error(const std::string& spec, const Limits& limits = {}) {
  try {
    open_quietly(spec, limits);
  } catch (const SubjectError& error) { return {error.kind(), error.what()}; }
  return {};
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace attncheck
