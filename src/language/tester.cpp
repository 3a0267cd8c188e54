#include "language/tester.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text.h"
#include "language/program.h"
#include "language/shims.h"
#include "language/tool.h"
#include "process/command.h"
#include "process/compile.h"
#include "process/ending.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

// What one process may ask: of tokens^2 (head_dim + value_dim) in one question and in all, and how often.
constexpr Index most_work = 1 << 24, most_work_of_all = 1 << 28;
constexpr int most_questions = 10000;
// And how long all of it may take, its start beside, counted in the time of a first call.
constexpr double most_first_calls = 10;

bool is_python(const fs::path& file) { return file.extension() == ".py"; }

std::string run_python(const std::string& path, const fs::path& file, const std::string& folder, const Wall* wall) {
  const fs::path shim = fs::path(folder) / "attncheck_tests.py";
  return fmt::format("{} {} {}", shell_word(find_tool(python, path, wall)), shell_word(shim.string()),
                     shell_word(file.string()));
}

/// Compiled from its own folder, so that a failed assert names the file as its author does.
std::string compile_cpp(const std::string& path, const fs::path& file, const std::string& folder,
                        const std::shared_ptr<Wall>& wall) {
  const std::string compiler = from_environment("CXX", "c++"), flags = from_environment("CXXFLAGS", "");
  const std::string first = compiler.substr(0, compiler.find(' '));
  if ((wall ? wall->find(first) : find_program(first)).empty())
    throw SubjectError(SubjectError::Kind::machine,
                       fmt::format("{}: needs {}, which is not installed; Debian has it as g++, and CXX=PATH names "
                                   "another",
                                   path, first));
  const std::string program = folder + "/tests", name = file.filename().string();
  std::ostringstream log;
  compile(path,
          fmt::format("cd {} && {} -O1 -g -ffp-contract=off {} -UNDEBUG -I{} -o {} {}",
                      shell_word(file.parent_path().string()), compiler, flags, shell_word(folder), shell_word(program),
                      shell_word(name.starts_with('-') ? "./" + name : name)),
          wall, {{}, folder}, log);
  return shell_word(program);
}

std::string last_line(const std::string& lines) { return one_line(lines.substr(lines.rfind('\n') + 1)); }

std::string with(const std::string& what, const std::string& line) {
  return line.empty() ? what : fmt::format("{}; it printed: {}", what, line);
}

/// One process and one attention.
class Session {
 public:
  Session(const Launch& launch, const Limits& limits, bool asserts)
      : program_(launch),
        limits_(limits),
        asserts_(asserts),
        thinking_(std::max(limits.first_call_seconds, limits.call_seconds)),
        left_(limits.start_seconds + most_first_calls * thinking_) {}

  TestsReport operator()(const Attention& attention) {
    std::vector<std::byte> answer;
    for (;;) {
      Arriving arriving(most_question_bytes);
      try {
        const Event event = wait(answer, arriving);
        if (event != Event::answered) return ended(event);
        const auto sent = read_from_tests(arriving.bytes());
        if (const auto* verdict = std::get_if<TestsVerdict>(&sent)) return {verdict->says, verdict->message, false};
        question_ = std::get<Question>(sent);
      } catch (const FrameError& error) { return in_error(fmt::format("broke the protocol: {}", error.what())); }
      if (const std::string why = refusal(); !why.empty()) return in_error(why);
      answer = answer_frame(attention(question_.problem), question_.number);
    }
  }

 private:
  Event wait(const std::vector<std::byte>& answer, Arriving& arriving) {
    const auto start = std::chrono::steady_clock::now();
    given_ = std::min(answer.empty() ? limits_.start_seconds : thinking_, left_);
    const Event event = program_.exchange(answer, arriving, given_, limits_.resident_bytes);
    left_ -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return left_ > 0 || event != Event::answered ? event : Event::timed_out;
  }

  std::string refusal() {
    const Shape& shape = question_.problem.shape;
    const Index work = shape.tokens * shape.tokens * (shape.head_dim + shape.value_dim);
    work_ += work;
    if (work > most_work)
      return fmt::format("asked a problem of {}, but tokens^2 (head_dim + value_dim) may be {} at most",
                         to_string(shape), most_work);
    if (work_ > most_work_of_all) return "asked problems that are too large together";
    if (++questions_ > most_questions) return fmt::format("asked more than {} problems", most_questions);
    return "";
  }

  TestsReport ended(Event event) {
    const int status = program_.status();
    const std::string line = last_line(program_.process().last_lines());
    if (event == Event::died && asserts_ && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
      return {TestsSay::rejected, line, false};
    if (event == Event::timed_out)
      return {TestsSay::in_error,
              with(left_ <= 0 ? "took too long until it had a verdict"
                              : fmt::format("neither asked nor had a verdict within {:.3g} seconds", given_),
                   line),
              true};
    const CallReport how = describe_ending(event, program_.process(), status, given_, limits_, signal_name);
    return {TestsSay::in_error, with(how.detail, line), event == Event::out_of_memory};
  }

  static TestsReport in_error(const std::string& what) { return {TestsSay::in_error, one_line(what), false}; }

  Program program_;
  Limits limits_;
  bool asserts_;
  double thinking_;  // seconds between an answer and what comes next
  double left_;      // seconds of all that it is waited for
  double given_ = 0;
  Index work_ = 0;
  int questions_ = 0;
  Question question_;
};

}  // namespace

bool is_tests_file(const std::string& path) {
  const fs::path extension = fs::path(path).extension();
  return extension == ".py" || extension == ".cpp" || extension == ".cc";
}

Tester::Tester(const std::string& file, const Limits& limits, const WallChoice& wall)
    : limits_(limits), wall_(wall), asserts_(!is_python(file)) {
  if (!is_tests_file(file))
    throw SubjectError(SubjectError::Kind::wrong_name, file + ": cannot be tests; expected .py, .cpp or .cc");
  require_file(file);
  const std::string& folder = folder_.path();
  for (const char* shim : {"attncheck_tests.py", "attncheck_tests.hpp"})
    std::ofstream(fs::path(folder) / shim) << shim_text(shim);
  const std::shared_ptr<Wall> built = Wall::build(wall_);
  const fs::path tests = built ? fs::path(folder_.take_copy(file, built->takes_beside())) : fs::absolute(file);
  command_ = asserts_ ? compile_cpp(file, tests, folder, built) : run_python(file, tests, folder, built.get());
  if (built) open_to_all(folder);
}

TestsReport Tester::ask(const Attention& attention) const {
  return Session({command_, {{folder_.path()}, ""}, Wall::build(wall_)}, limits_, asserts_)(attention);
}

}  // namespace attncheck
