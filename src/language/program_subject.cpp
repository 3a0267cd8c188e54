#include "language/program_subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

#include "attncheck/random.h"
#include "language/program.h"
#include "process/ending.h"

namespace attncheck {
namespace {

/// Numbers of problems cannot be guessed, so that no answer can be sent in advance. No verdict depends on them.
std::uint64_t any_number() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

class ProgramSubject : public Subject {
 public:
  ProgramSubject(std::string name, Launch launch, const Limits& limits, std::shared_ptr<const void> kept)
      : name_(std::move(name)),
        launch_(std::move(launch)),
        limits_(limits),
        kept_(std::move(kept)),
        numbers_(any_number()) {
    if (const std::optional<CallReport> failure = start())
      throw SubjectError(SubjectError::Kind::cannot_start,
                         fmt::format("{} {}{}{}", name_, failure->detail, failure->stderr_tail.empty() ? "" : "\n",
                                     failure->stderr_tail));
  }

  const std::string& name() const override { return name_; }
  const std::vector<DType>& dtypes() const override { return hello_->dtypes; }
  const std::map<std::string, std::string>& declared() const override { return hello_->declared; }
  bool takes_threads() const override { return false; }
  Index calls() const override { return calls_; }
  std::string wall() const override { return launch_.wall ? launch_.wall->description() : ""; }

  std::function<std::unique_ptr<Subject>()> opener() const override {
    if (launch_.wall) return {};
    return [name = name_, launch = launch_, limits = limits_, kept = kept_] {
      return open_program(name, launch, limits, kept);
    };
  }

  void restart() override { program_.reset(); }

  CallReport call_from_threads(const Problem& /*problem*/, int /*threads*/) override {
    throw std::logic_error(name_ + " answers one problem at a time");
  }

  CallReport call(const Problem& problem, Prefill /*prefill*/) override {
    if (std::ranges::find(dtypes(), problem.dtype) == dtypes().end())
      throw std::logic_error(fmt::format("{} does not offer {}", name_, info(problem.dtype).name));
    require_valid(problem);
    if (!program_)
      if (std::optional<CallReport> failure = start()) return *failure;
    // The next one starts while this one answers: some take a second to start.
    if (!spare_) spare_ = std::make_unique<Program>(launch_);
    ++calls_;
    const double seconds = times_.allowed(problem);
    bool alive = false;
    CallReport report = guarded([&] { return ask(problem, seconds, alive); });
    report.stderr_tail = program_->process().last_lines();
    if (!alive) program_.reset();
    return report;
  }

 private:
  /// `alive`: it answered as the protocol wants, though perhaps that it failed, and can be asked again.
  CallReport ask(const Problem& problem, double seconds, bool& alive) {
    const std::uint64_t number = numbers_.next();
    Arriving arriving(most_answer_bytes(problem));
    const Event event = program_->exchange(problem_frame(problem, number), arriving, seconds, limits_.resident_bytes);
    if (event != Event::answered) return unanswered(event, seconds, arriving);
    CallReport report = report_of(read_reply(arriving.bytes(), problem, number), problem);
    alive = true;
    return report;
  }

  /// With what it had sent by then: somebody may be learning the protocol.
  CallReport unanswered(Event event, double seconds, const Arriving& arriving) {
    CallReport report = describe_ending(event, program_->process(), program_->status(), seconds, limits_, signal_name);
    const bool by_itself = report.status == CallStatus::timed_out || report.status == CallStatus::exited;
    if (by_itself) report.detail += "; " + arriving.so_far();
    return report;
  }

  static CallReport report_of(Reply reply, const Problem& problem) {
    CallReport report;
    report.inputs_changed = reply.inputs_changed;
    if (reply.failed) {
      report.status = CallStatus::crashed;
      report.detail = reply.message.empty() ? "failed, and did not say why" : reply.message;
    } else if (reply.rows != problem.shape.tokens || reply.columns != problem.shape.value_dim) {
      report.status = CallStatus::wrong_shape;
      report.detail = fmt::format("the output is {} x {}, but tokens x value_dim = {} x {} is right", reply.rows,
                                  reply.columns, problem.shape.tokens, problem.shape.value_dim);
    } else {
      report.output = Tensor(reply.rows, reply.columns);
      std::ranges::copy(reply.elements, report.output.elements().begin());
    }
    return report;
  }

  template <class Asking>
  static CallReport guarded(Asking asking) {
    try {
      return asking();
    } catch (const FrameError& error) {
      CallReport report;
      report.status = CallStatus::crashed;
      report.detail = fmt::format("broke the protocol: {}", error.what());
      return report;
    }
  }

  /// Nothing when the program is up; else what happened, with the program gone.
  std::optional<CallReport> start() {
    times_.forget_shapes();
    program_ = spare_ ? std::move(spare_) : std::make_unique<Program>(launch_);
    CallReport report = guarded([&] { return greet(); });
    if (report.status == CallStatus::returned) return std::nullopt;
    report.detail = "did not start: " + report.detail;
    report.stderr_tail = program_->process().last_lines();
    program_.reset();
    return report;
  }

  CallReport greet() {
    Arriving arriving(most_hello_bytes);
    const Event event = program_->exchange({}, arriving, limits_.start_seconds, limits_.resident_bytes);
    if (event != Event::answered) return unanswered(event, limits_.start_seconds, arriving);
    Hello hello = read_hello(arriving.bytes());
    if (!hello_) hello_ = hello;
    if (hello.dtypes != hello_->dtypes || hello.declared != hello_->declared)
      throw FrameError("it said another hello than when it was started first");
    program_->process().start_counting_memory();
    return {};
  }

  std::string name_;
  Launch launch_;
  Limits limits_;
  std::shared_ptr<const void> kept_;
  std::optional<Hello> hello_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Program> spare_;
  CallTimes times_{limits_};
  Random numbers_;
  Index calls_ = 0;
};

}  // namespace

std::unique_ptr<Subject> open_program(const std::string& name, const Launch& launch, const Limits& limits,
                                      std::shared_ptr<const void> kept) {
  return std::make_unique<ProgramSubject>(name, launch, limits, std::move(kept));
}

}  // namespace attncheck
