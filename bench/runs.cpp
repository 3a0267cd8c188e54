#include "bench/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "bench/sample.h"
#include "bench/verify.h"
#include "draw/schedule.h"
#include "reference/make_oracle.h"

namespace attncheck::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

Problem draw(int number) {
  const auto logits = logit_families();
  const auto values = value_families();
  const auto k = static_cast<std::size_t>(number);
  Record record;
  record.shape = {64, 64, 64};
  record.logits = &logits[k % logits.size()];
  record.values = &values[k / logits.size() % values.size()];
  record.seed = k;
  return build_problem(record, ProblemSpec{}, DrawLimits{});
}

}  // namespace

ManyProblems judge_many(int problems) {
  ManyProblems found;
  found.problems = problems;
  // an oracle of its own for the right answers of every problem: this is a run of many subjects, not of one
  const auto oracle = make_oracle(DType::float32, {"any", 0, std::numeric_limits<int>::max()});
  std::vector<Index> rows(64);
  std::iota(rows.begin(), rows.end(), Index{0});
  MemberSet candidates = oracle->profile().all();
  double closest = 0;  // as a run of one subject does
  for (int number = 0; number < problems; ++number) {
    const auto begin = Clock::now();
    const Problem problem = draw(number);
    found.drawing += since(begin);
    const Tensor output = float32_output(problem);
    const auto drawn = Clock::now();
    const Judgement judgement = oracle->judge(problem, output, rows, candidates, closest);
    found.judging += since(drawn);
    found.undecided += static_cast<int>(judgement.not_judged);
    candidates &= ~judgement.excluded;
    closest = std::max(closest, judgement.closest);
    if (candidates.none())
      throw WrongTier(fmt::format("profile any excludes every member for a correct float32 kernel, at problem {} ({})",
                                  number, problem.family));
  }
  return found;
}

double check_subject(const std::string& program) {
  const std::string command = "'" + program + "' check builtin:online --no-save >/dev/null 2>&1";
  double least = INFINITY;
  for (int repetition = 0; repetition < 3; ++repetition) {
    const auto begin = Clock::now();
    if (std::system(command.c_str()) != 0)
      throw std::runtime_error(program + " check builtin:online does not hold: what is wrong is not timed");
    least = std::min(least, since(begin));
  }
  return least;
}

}  // namespace attncheck::bench
