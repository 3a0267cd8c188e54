#include "subject/child_subject.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/text.h"
#include "process/ending.h"
#include "subject/buffers.h"
#include "subject/child_process.h"

namespace attncheck {
namespace {

/// Text the child left in the control block, which need not end where it should.
template <std::size_t Room>
std::string child_text(const char (&text)[Room]) {
  return text[0] == '\0' ? std::string() : printable(std::string_view(text, strnlen(text, Room)));
}

bool is_stack_overflow(const Signal& seen, std::uint64_t stack_base) {
  constexpr std::uint64_t red_zone = 64 * 1024, largest_stack = 128 * 1024 * 1024;
  return seen.stack_pointer != 0 && seen.stack_pointer < stack_base &&
         stack_base - seen.stack_pointer < largest_stack && seen.address + red_zone >= seen.stack_pointer &&
         seen.address < stack_base;
}

std::string describe_address(const Buffers& buffers, DType dtype) {
  const Control& control = buffers.control();
  const Signal& seen = control.signal;
  if (seen.code == SI_KERNEL) return "a misaligned access or an impossible address";
  if (is_stack_overflow(seen, control.stack_base)) return "stack overflow";
  const char* access = seen.access == Access::read ? "read" : seen.access == Access::write ? "write" : "read or write";
  if (seen.address < 4096) return fmt::format("{} through a null pointer (address {:#x})", access, seen.address);
  const std::string place = buffers.locate(seen.address, dtype);
  if (!place.starts_with("outside")) return fmt::format("{} {}", access, place);
  return fmt::format("{} at address {:#x}, {}", access, seen.address, place);
}

std::string describe_signal(int number, const Buffers& buffers, DType dtype) {
  std::string text = signal_name(number);
  if (number == SIGKILL)
    return text + ": killed by itself or from outside, perhaps because the machine ran out of memory";
  // A code of zero or less is a signal somebody sent: no address belongs to it.
  const Signal& seen = buffers.control().signal;
  if (seen.number != number || seen.code <= 0) return text;
  if (number == SIGSEGV || number == SIGBUS) return text + ": " + describe_address(buffers, dtype);
  if (number == SIGFPE) return text + (seen.code == FPE_INTDIV ? ": integer division by zero" : "");
  return text;
}

class ChildSubject : public Subject {
 public:
  ChildSubject(std::string name, ChildStart how, const Limits& limits)
      : name_(std::move(name)), start_(std::move(how)), limits_(limits) {
    if (const std::optional<CallReport> failure = start())
      throw SubjectError(SubjectError::Kind::cannot_start, with_output(name_ + " " + failure->detail, *failure));
    const std::uint32_t offered = buffers_.control().dtypes;
    if ((offered & 1) != 0) dtypes_.push_back(DType::float32);
    if ((offered & 2) != 0) dtypes_.push_back(DType::float64);
  }

  const std::string& name() const override { return name_; }
  const std::vector<DType>& dtypes() const override { return dtypes_; }
  Index calls() const override { return calls_; }
  /// Behind a wall each child has a folder, which is removed only by who gave it.
  std::function<std::unique_ptr<Subject>()> opener() const override {
    if (start_.wall) return {};
    return [name = name_, start = start_, limits = limits_] { return make_child_subject(name, start, limits); };
  }
  bool shares_nothing() const override { return start_.shares_nothing; }
  std::string wall() const override { return start_.wall ? start_.wall->description() : ""; }
  void restart() override { child_.reset(); }

  CallReport call(const Problem& problem, Prefill prefill) override { return ask(problem, prefill, 1); }
  CallReport call_from_threads(const Problem& problem, int threads) override {
    return ask(problem, Prefill::poison, threads);
  }

 private:
  CallReport ask(const Problem& problem, Prefill prefill, int threads) {
    if (std::find(dtypes_.begin(), dtypes_.end(), problem.dtype) == dtypes_.end())
      throw std::logic_error(fmt::format("{} does not offer {}", name_, info(problem.dtype).name));
    require_valid(problem);
    if (!child_)
      if (std::optional<CallReport> failure = start()) return *failure;
    buffers_.write(problem, prefill);
    buffers_.control().threads = threads;
    ++calls_;
    if (!child_->ask(++number_)) return spoiled_channel();
    const double seconds = times_.allowed(problem);
    const Event event = child_->wait(number_, seconds, limits_.resident_bytes);
    CallReport report =
        event == Event::answered ? read_answer(problem, prefill) : describe_end(event, seconds, problem);
    report.stderr_tail = child_->process().last_lines();
    if (report.status != CallStatus::returned) child_.reset();
    return report;
  }

  CallReport spoiled_channel() {
    CallReport report;
    report.status = CallStatus::crashed;
    report.detail = "the subject spoiled the channel on which it is asked";
    report.stderr_tail = child_->process().last_lines();
    child_.reset();
    return report;
  }

  CallReport read_answer(const Problem& problem, Prefill prefill) {
    CallReport report;
    const Control& control = buffers_.control();
    report.inputs_changed = buffers_.inputs_changed(problem);
    report.mode_changed = child_text(control.mode_changed);
    report.concurrent_difference = child_text(control.concurrent_difference);
    if (control.answer == Answer::done) {
      buffers_.read_output(problem, prefill, report);
    } else {
      report.status = CallStatus::crashed;
      report.detail = "C++ exception: " + child_text(control.message);
    }
    report.guard_damage = buffers_.guard_damage();  // last: it forgets the places whose guards must be laid anew
    return report;
  }

  CallReport describe_end(Event event, double seconds, const Problem& problem) {
    CallReport report = describe_end(event, seconds, problem.dtype);
    report.guard_damage = buffers_.guard_damage();
    return report;
  }

  CallReport describe_end(Event event, double seconds, DType dtype) {
    return describe_ending(event, child_->process(), child_->status(), seconds, limits_,
                           [&](int number) { return describe_signal(number, buffers_, dtype); });
  }

  /// Nothing when the child is up; else what happened, with the child gone.
  std::optional<CallReport> start() {
    buffers_.wipe();
    times_.forget_shapes();
    child_.emplace(buffers_.file(), start_);
    const Event event = child_->wait(hello_number, limits_.start_seconds, limits_.resident_bytes);
    std::optional<CallReport> failure;
    if (event != Event::answered) {
      failure = describe_end(event, limits_.start_seconds, DType::float32);
      failure->detail = "did not start: " + failure->detail;
    } else if (buffers_.control().answer != Answer::done) {
      failure.emplace();
      failure->status = CallStatus::exited;
      failure->detail = "cannot be loaded: " + child_text(buffers_.control().message);
    }
    if (failure) {
      failure->stderr_tail = child_->process().last_lines();
      child_.reset();
    } else {
      child_->process().start_counting_memory();
    }
    return failure;
  }

  static std::string with_output(const std::string& text, const CallReport& failure) {
    return failure.stderr_tail.empty() ? text : text + "\n" + failure.stderr_tail;
  }

  std::string name_;
  ChildStart start_;
  Limits limits_;
  std::vector<DType> dtypes_;
  Buffers buffers_;
  std::optional<ChildProcess> child_;
  CallTimes times_{limits_};
  std::uint64_t number_ = hello_number;
  Index calls_ = 0;
};

}  // namespace

std::unique_ptr<Subject> make_child_subject(std::string name, ChildStart start, const Limits& limits) {
  return std::make_unique<ChildSubject>(std::move(name), std::move(start), limits);
}

std::unique_ptr<Subject> make_child_subject(std::string name, Loader loader, const Limits& limits) {
  ChildStart start;
  start.loader = std::move(loader);
  return make_child_subject(std::move(name), std::move(start), limits);
}

std::unique_ptr<Subject> make_child_subject(std::string name, std::vector<DType> dtypes, RawFunction function,
                                            const Limits& limits) {
  Loader loader = [loaded = Loaded{std::move(dtypes), std::move(function)}] { return loaded; };
  return make_child_subject(std::move(name), std::move(loader), limits);
}

}  // namespace attncheck
