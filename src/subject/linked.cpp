#include "subject/linked.h"

#include <algorithm>
#include <cfenv>

#include "child/concurrent.h"
#include "child/float_mode.h"
#include "subject/buffers.h"
#include "subject/child_subject.h"

namespace attncheck {
namespace {

std::vector<DType> dtypes_of(const LinkedFunction& function) {
  std::vector<DType> dtypes;
  if (function.float32 != nullptr) dtypes.push_back(DType::float32);
  if (function.float64 != nullptr) dtypes.push_back(DType::float64);
  return dtypes;
}

template <class T>
void call_with(AttentionFunction<T> function, const RawCall& call) {
  function(static_cast<const T*>(call.query), static_cast<const T*>(call.key), static_cast<const T*>(call.value),
           static_cast<T*>(call.output), static_cast<std::size_t>(call.shape.tokens),
           static_cast<std::size_t>(call.shape.head_dim), static_cast<std::size_t>(call.shape.value_dim), call.causal);
}

RawFunction on_raw_calls(const LinkedFunction& function) {
  return [function](const RawCall& call) {
    call.dtype == DType::float32 ? call_with<float>(function.float32, call) : call_with<double>(function.float64, call);
  };
}

/// The same buffers as a child process gets, but through the parent's mapping, which has no closed pages.
class SubjectHere : public Subject {
 public:
  explicit SubjectHere(const LinkedFunction& function)
      : name_(function.name), dtypes_(dtypes_of(function)), function_(on_raw_calls(function)) {}

  const std::string& name() const override { return name_; }
  const std::vector<DType>& dtypes() const override { return dtypes_; }
  void restart() override {}
  Index calls() const override { return calls_; }

  CallReport call(const Problem& problem, Prefill prefill) override {
    if (std::find(dtypes_.begin(), dtypes_.end(), problem.dtype) == dtypes_.end())
      throw std::logic_error(name_ + " does not offer " + std::string(info(problem.dtype).name));
    require_valid(problem);
    buffers_.write(problem, prefill);
    ++calls_;
    CallReport report;
    run(problem, report);
    report.inputs_changed = buffers_.inputs_changed(problem);
    if (report.status == CallStatus::returned) buffers_.read_output(problem, prefill, report);
    report.guard_damage = buffers_.guard_damage();
    return report;
  }

  CallReport call_from_threads(const Problem& problem, int threads) override {
    CallReport report = call(problem, Prefill::poison);
    if (report.status == CallStatus::returned)
      report.concurrent_difference = concurrent_difference(function_, raw_call(problem), threads);
    return report;
  }

 private:
  void run(const Problem& problem, CallReport& report) {
    const RawCall call = raw_call(problem);
    std::fenv_t ours;
    std::fegetenv(&ours);
    reset_float_mode();
    try {
      function_(call);
    } catch (const std::exception& error) {
      report.detail = std::string("C++ exception: ") + error.what();
    } catch (...) { report.detail = "C++ exception: an exception that is not a std::exception"; }
    report.mode_changed = float_mode_change();
    std::fesetenv(&ours);
    if (!report.detail.empty()) report.status = CallStatus::crashed;
  }

  RawCall raw_call(const Problem& problem) {
    const Control& control = buffers_.control();
    std::byte* memory = reinterpret_cast<std::byte*>(&buffers_.control());
    const auto start = [&](std::size_t buffer) {
      return memory + region_offset(buffer) + control.places[buffer].start;
    };
    return {problem.shape,     problem.dtype,       control.causal,      start(query_buffer),
            start(key_buffer), start(value_buffer), start(output_buffer)};
  }

  std::string name_;
  std::vector<DType> dtypes_;
  RawFunction function_;
  Buffers buffers_;
  Index calls_ = 0;
};

}  // namespace

std::unique_ptr<Subject> open_linked(const LinkedFunction& function, const Limits& limits) {
  return make_child_subject(function.name, dtypes_of(function), on_raw_calls(function), limits);
}

std::unique_ptr<Subject> open_linked_here(const LinkedFunction& function) {
  return std::make_unique<SubjectHere>(function);
}

}  // namespace attncheck
