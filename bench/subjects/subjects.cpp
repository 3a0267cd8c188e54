// The program behind script/bench subjects: how many problems a second a subject answers, beside one that only echoes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "attncheck/random.h"
#include "reference/make_oracle.h"
#include "subject/spec.h"

namespace attncheck::bench {
namespace {

constexpr int rounds = 5;  // the best of each counts
constexpr int calls_first = 200;

Problem small_problem() {
  Problem problem = make_problem({4, 4, 4}, DType::float32, true);
  Random random(1);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, problem.dtype);
  return problem;
}

struct Timed {
  std::string name;
  std::unique_ptr<Subject> subject;
  double calls_per_second = 0;
};

Timed open(const std::string& spec) {
  std::ostringstream log;
  return {spec, open_subject(spec, log), 0};
}

Tensor answer(Timed& timed, const Problem& problem) {
  const CallReport report = timed.subject->call(problem);
  if (report.status != CallStatus::returned) throw std::runtime_error(timed.name + ": " + report.detail);
  return report.output;
}

/// What is wrong is not timed. The echo must only answer.
void require_right(Timed& timed, const Problem& problem, Oracle& oracle) {
  std::vector<Index> rows(static_cast<std::size_t>(problem.shape.tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  const MemberSet all = oracle.profile().all();
  if (oracle.judge(problem, answer(timed, problem), rows, all).excluded == all)
    throw std::runtime_error(timed.name + " is wrong, and what is wrong is not timed");
}

double calls_per_second(Timed& timed, const Problem& problem, int calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (int call = 0; call < calls; ++call) answer(timed, problem);
  return calls / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// In turn, so that a slow moment of the machine hits all of them.
void time_all(std::vector<Timed>& all, const Problem& problem, double seconds) {
  std::vector<int> calls;
  calls.reserve(all.size());
  for (Timed& timed : all)
    calls.push_back(std::max(1, static_cast<int>(seconds * calls_per_second(timed, problem, calls_first))));
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k].calls_per_second = std::max(all[k].calls_per_second, calls_per_second(all[k], problem, calls[k]));
}

int run(const std::string& echo, const std::vector<std::string>& subjects, double seconds) {
  const Problem problem = small_problem();
  const auto oracle = make_oracle(DType::float32, {});
  std::vector<Timed> all;
  all.push_back(open(echo));
  answer(all.front(), problem);
  for (const std::string& spec : subjects) {
    all.push_back(open(spec));
    require_right(all.back(), problem, *oracle);
  }
  time_all(all, problem, seconds);
  for (const Timed& timed : all)
    fmt::print("| `{}` | {:.0f} | {:.2f} |\n", timed.name, timed.calls_per_second,
               timed.calls_per_second / all.front().calls_per_second);
  return 0;
}

}  // namespace
}  // namespace attncheck::bench

int main(int argc, char** argv) {
  CLI::App app("Times subjects beside one that echoes. Exit: 0 timed, 1 one is wrong or does not start, 2 wrong use.");
  std::string echo;
  std::vector<std::string> subjects;
  double seconds = 1;
  app.add_option("--echo", echo, "the subject that all are compared with")->required();
  app.add_option("--seconds", seconds, "of each subject in each of five rounds")->check(CLI::PositiveNumber);
  app.add_option("SUBJECT", subjects, "as for attncheck check");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) { return app.exit(error) == 0 ? 0 : 2; }
  try {
    return attncheck::bench::run(echo, subjects, seconds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
