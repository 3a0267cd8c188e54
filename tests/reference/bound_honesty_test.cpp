// Correct subjects in many arithmetics are explained by one member of the profile over a whole run.
#include <gtest/gtest.h>

#include "reference/make_oracle.h"
#include "tests/reference/kernels.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

struct RunSeen {
  MemberSet possible;
  double worst_ratio = 0;
  Index judged = 0;
  Index not_judged = 0;
  Oracle::Audit audit;
};

template <class Real>
RunSeen judge_run(const kernels::Kernel<Real>& kernel, DType dtype, const std::string& profile = "any") {
  const auto oracle = make_oracle(dtype, {profile, 5, 20});
  RunSeen seen;
  seen.possible = oracle->profile().all();
  for (const auto& problems : {problems::ordinary(dtype), problems::designed(dtype)})
    for (const Problem& problem : problems) {
      const Judgement judgement =
          oracle->judge(problem, kernels::run(kernel, problem), problems::all_rows(problem), oracle->profile().all());
      seen.possible &= ~judgement.excluded;
      if (judgement.worst) seen.worst_ratio = std::max(seen.worst_ratio, judgement.worst->ratio);
      seen.judged += judgement.judged;
      seen.not_judged += judgement.not_judged;
    }
  seen.audit = oracle->audit();
  return seen;
}

template <class Real>
void one_member_explains_each(DType dtype) {
  for (const auto& [name, kernel] : kernels::honest<Real>()) {
    const RunSeen seen = judge_run<Real>(kernel, dtype);
    EXPECT_TRUE(seen.possible.any()) << name << ", worst ratio " << seen.worst_ratio;
    EXPECT_LE(seen.worst_ratio, 1) << name;
    EXPECT_GT(seen.judged, 1000) << name;
    EXPECT_EQ(seen.not_judged, 0) << name;
    EXPECT_GT(seen.audit.rows, 0) << name;
    EXPECT_EQ(seen.audit.disagreements, 0) << name;
    if (getenv("SHOW"))
      printf("%-28s %s  worst %.3f\n", name.c_str(), seen.possible.to_string().substr(40).c_str(), seen.worst_ratio);
  }
}

TEST(BoundHonesty, one_member_explains_every_correct_float32_kernel_over_all_problems) {
  one_member_explains_each<float>(DType::float32);
}

TEST(BoundHonesty, one_member_explains_every_correct_float64_kernel_over_all_problems) {
  one_member_explains_each<double>(DType::float64);
}

TEST(BoundHonesty, the_declared_profiles_explain_the_kernels_they_describe) {
  for (const DType dtype : {DType::float32}) {
    EXPECT_TRUE(judge_run<float>(kernels::naive<float>, dtype, "naive").possible.any());
    EXPECT_TRUE(judge_run<float>(kernels::reversed<float>, dtype, "naive").possible.any());
    EXPECT_TRUE(
        judge_run<float>([](const auto& in) { return kernels::online(in, 5); }, dtype, "online").possible.any());
  }
  EXPECT_TRUE(judge_run<double>(kernels::naive<double>, DType::float64, "naive").possible.any());
}

TEST(BoundHonesty, a_declared_profile_excludes_a_kernel_of_another_form) {
  EXPECT_TRUE(judge_run<float>(kernels::running_mean<float>, DType::float32, "naive").possible.none());
  EXPECT_TRUE(judge_run<float>(kernels::stored_lse<float>, DType::float32, "naive").possible.none());
}

}  // namespace
}  // namespace attncheck
