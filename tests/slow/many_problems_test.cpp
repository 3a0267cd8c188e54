// Every verdict is decided and no audit fires, on as many problems as ATTNCHECK_PROBLEMS says: those that a run draws,
// of all families, answered by a correct kernel. In every fourth one element lies next to a bound, on either side.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "attncheck/fault.h"
#include "draw/schedule.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

constexpr Index usual_count = 20000;

Index asked_count() {
  const char* text = std::getenv("ATTNCHECK_PROBLEMS");
  return text == nullptr ? usual_count : std::strtoll(text, nullptr, 10);
}

/// Number `k` of all: mostly short, some of them long, some in float64.
Problem problem_of(Index k) {
  constexpr Index places = 420;  // of a run at default effort, twice
  const DType dtype = k % 16 == 5 ? DType::float64 : DType::float32;
  ProblemSpec spec = ProblemSpec{}.tokens_between(1, k % 128 == 0 ? 400 : 24).head_dim_between(1, 64);
  if (k % 2 == 1) spec = spec.with_probes();
  const auto seed = mix_seed(20170612, static_cast<std::uint64_t>(k));
  return build_problem(schedule(k % places, seed, spec, dtype, {}), spec, {});
}

/// One element is moved to a member's bound and then 2^-k of it further or less far, k up to 51.
void move_next_to_a_bound(Oracle& oracle, const Problem& problem, Tensor& output, Random& random) {
  const Index row = random.below(output.rows()), column = random.below(output.cols());
  const RowAnswer answer = oracle.row(problem, row);
  const auto c = static_cast<std::size_t>(column);
  const double bound = answer.bound[static_cast<std::size_t>(random.below(oracle.profile().size()))][c];
  if (answer.may_overflow || !std::isfinite(bound)) return;
  const double apart = std::ldexp(random.coin() ? 1.0 : -1.0, -static_cast<int>(random.below(52)));
  output(row, column) = answer.centre[c] + (random.coin() ? 1 : -1) * bound * (1 + apart);
}

struct Seen {
  Index elements = 0;
  Index left_out = 0;  // no finite bound, or a row that may overflow
  Index undecided = 0;
  Index excluded = 0;  // problems that excluded a member
};

void judge(Oracle& oracle, Index k, Seen& seen) {
  const Problem problem = problem_of(k);
  Tensor output = run_steps(right_steps(), problem);
  Random random(static_cast<std::uint64_t>(k));
  if (k % 4 == 0) move_next_to_a_bound(oracle, problem, output, random);
  std::vector<Index> rows(static_cast<std::size_t>(problem.shape.tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  const Judgement judgement = oracle.judge(problem, output, rows, oracle.profile().all());
  seen.elements += judgement.judged;
  seen.left_out += judgement.not_judged;
  seen.undecided += judgement.not_decided;
  if (judgement.excluded.any()) ++seen.excluded;
  EXPECT_TRUE(k % 4 == 0 || !judgement.excluded.all()) << problem.family;
}

TEST(ManyProblems, leave_no_verdict_undecided_and_no_audit_fires) {
  const auto float32 = make_oracle(DType::float32, {"any", 1, 500});
  const auto float64 = make_oracle(DType::float64, {"any", 1, 500});
  Seen seen;
  const Index count = asked_count();
  for (Index k = 0; k < count; ++k) judge(k % 16 == 5 ? *float64 : *float32, k, seen);
  const Index audited = float32->audit().rows + float64->audit().rows;
  std::cout << count << " problems: " << seen.elements << " elements judged, " << seen.left_out << " without a bound, "
            << seen.undecided << " undecided; " << seen.excluded << " problems excluded a member; " << audited
            << " rows audited\n";
  EXPECT_EQ(seen.undecided, 0);
  EXPECT_EQ(seen.left_out, 0);
  EXPECT_GT(seen.excluded, count / 16);
  EXPECT_EQ(float32->audit().disagreements + float64->audit().disagreements, 0);
}

}  // namespace
}  // namespace attncheck
