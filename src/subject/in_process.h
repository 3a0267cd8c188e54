#pragma once
// in_process.h: a C++ function as a subject without a child process, buffers or limits: what it does, it does to the
// caller. Used by tests of Check and by people with a debugger. An exception is reported as a crash, and so is a wrong
// shape.
#include <functional>
#include <utility>

#include "attncheck/subject.h"
#include "child/concurrent.h"

namespace attncheck {

class InProcessSubject : public Subject {
 public:
  using Function = std::function<Tensor(const Problem&)>;

  explicit InProcessSubject(Function function, std::string name = "in process",
                            std::vector<DType> dtypes = {DType::float32, DType::float64})
      : function_(std::move(function)), name_(std::move(name)), dtypes_(std::move(dtypes)) {}

  const std::string& name() const override { return name_; }
  const std::vector<DType>& dtypes() const override { return dtypes_; }
  Index calls() const override { return calls_; }
  /// The function keeps whatever state it has.
  void restart() override {}

  CallReport call_from_threads(const Problem& problem, int threads) override {
    CallReport report = call(problem, Prefill::poison);
    if (report.status == CallStatus::returned)
      report.concurrent_difference = concurrent_difference(function_, problem, threads);
    return report;
  }

  CallReport call(const Problem& problem, Prefill) override {
    require_offered(problem.dtype);
    require_valid(problem);
    ++calls_;
    try {
      return read(function_(problem), problem.shape);
    } catch (const std::exception& error) { return crashed(std::string("C++ exception: ") + error.what()); }
  }

 private:
  void require_offered(DType dtype) const {
    for (const DType offered : dtypes_)
      if (offered == dtype) return;
    throw std::logic_error(name_ + " does not offer " + std::string(info(dtype).name));
  }

  static CallReport crashed(std::string detail) {
    CallReport report;
    report.status = CallStatus::crashed;
    report.detail = std::move(detail);
    return report;
  }

  static CallReport read(Tensor output, const Shape& shape) {
    if (output.rows() != shape.tokens || output.cols() != shape.value_dim) {
      CallReport report;
      report.status = CallStatus::wrong_shape;
      report.detail = "the output is " + std::to_string(output.rows()) + " x " + std::to_string(output.cols()) +
                      ", but tokens x value_dim = " + std::to_string(shape.tokens) + " x " +
                      std::to_string(shape.value_dim) + " is right";
      return report;
    }
    CallReport report;
    report.output = std::move(output);
    return report;
  }

  Function function_;
  std::string name_;
  std::vector<DType> dtypes_;
  Index calls_ = 0;
};

}  // namespace attncheck
