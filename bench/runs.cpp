#include "bench/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>
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

std::vector<Index> all_rows() {
  std::vector<Index> rows(64);
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

/// What one core does.
class Share {
 public:
  void judge(int number) {
    const auto begin = Clock::now();
    const Problem problem = draw(number);
    drawing += since(begin);
    const Tensor output = float32_output(problem);
    const auto drawn = Clock::now();
    const Judgement judgement = oracle_->judge(problem, output, rows_, candidates, closest_);
    judging += since(drawn);
    undecided += static_cast<int>(judgement.not_judged);
    candidates &= ~judgement.excluded;
    if (candidates.none() && wrong.empty()) wrong = fmt::format(", at problem {} ({})", number, problem.family);
    closest_ = std::max(closest_, judgement.closest);
  }

  double drawing = 0;
  double judging = 0;
  int undecided = 0;
  MemberSet candidates = find_profile("any").all();
  std::string wrong;  // where no member was left

 private:
  std::unique_ptr<Oracle> oracle_ = make_oracle(DType::float32, {"any", 0, std::numeric_limits<int>::max()});
  std::vector<Index> rows_ = all_rows();
  double closest_ = 0;  // as a run of one subject does
};

}  // namespace

ManyProblems judge_many(int problems, int cores) {
  std::vector<Share> shares(static_cast<std::size_t>(cores));
  {
    std::vector<std::jthread> threads;
    threads.reserve(shares.size());
    for (int core = 0; core < cores; ++core)
      threads.emplace_back([&share = shares[static_cast<std::size_t>(core)], core, cores, problems] {
        for (int number = core; number < problems; number += cores) share.judge(number);
      });
  }
  ManyProblems all;
  all.problems = problems;
  MemberSet candidates = shares.front().candidates;
  std::string wrong;
  for (const Share& share : shares) {
    all.seconds = std::max(all.seconds, share.drawing + share.judging);
    all.drawing += share.drawing;
    all.judging += share.judging;
    all.undecided += share.undecided;
    candidates &= share.candidates;
    if (wrong.empty()) wrong = share.wrong;
  }
  if (candidates.none()) throw WrongTier("profile any excludes every member for a correct float32 kernel" + wrong);
  return all;
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
