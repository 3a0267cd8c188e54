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
};

/// Every kernel over all problems; the oracle keeps the truth of the last problem.
template <class Real>
std::vector<RunSeen> judge_runs(const std::vector<kernels::Named<Real>>& subjects, DType dtype,
                                const std::string& profile) {
  const auto oracle = make_oracle(dtype, {profile, 5, 20});
  std::vector<RunSeen> seen(subjects.size(), {oracle->profile().all(), 0, 0, 0});
  for (const auto& set : {problems::ordinary(dtype), problems::designed(dtype)})
    for (const Problem& problem : set)
      for (std::size_t k = 0; k < subjects.size(); ++k) {
        const Tensor output = kernels::run<Real>(subjects[k].kernel, problem);
        const Judgement judgement =
            oracle->judge(problem, output, problems::all_rows(problem), oracle->profile().all());
        seen[k].possible &= ~judgement.excluded;
        if (judgement.worst) seen[k].worst_ratio = std::max(seen[k].worst_ratio, judgement.worst->ratio);
        seen[k].judged += judgement.judged;
        seen[k].not_judged += judgement.not_judged;
      }
  EXPECT_GT(oracle->audit().rows, 20);
  EXPECT_EQ(oracle->audit().disagreements, 0);
  return seen;
}

template <class Real>
MemberSet possible(const kernels::Kernel<Real>& kernel, DType dtype, const std::string& profile) {
  return judge_runs<Real>({{"", kernel}}, dtype, profile).front().possible;
}

template <class Real>
void one_member_explains_each(DType dtype) {
  const auto subjects = kernels::honest<Real>();
  const auto seen = judge_runs<Real>(subjects, dtype, "any");
  for (std::size_t k = 0; k < subjects.size(); ++k) {
    EXPECT_TRUE(seen[k].possible.any()) << subjects[k].name << ", worst ratio " << seen[k].worst_ratio;
    EXPECT_LE(seen[k].worst_ratio, 1) << subjects[k].name;
    EXPECT_GT(seen[k].judged, 1000) << subjects[k].name;
    EXPECT_EQ(seen[k].not_judged, 0) << subjects[k].name;
  }
}

TEST(BoundHonesty, one_member_explains_every_correct_float32_kernel_over_all_problems) {
  one_member_explains_each<float>(DType::float32);
}

TEST(BoundHonesty, one_member_explains_every_correct_float64_kernel_over_all_problems) {
  one_member_explains_each<double>(DType::float64);
}

TEST(BoundHonesty, the_declared_profiles_explain_the_kernels_they_describe) {
  const auto online = [](const auto& in) { return kernels::online(in, 5); };
  EXPECT_TRUE(possible<float>(kernels::naive<float>, DType::float32, "naive").any());
  EXPECT_TRUE(possible<float>(kernels::reversed<float>, DType::float32, "naive").any());
  EXPECT_TRUE(possible<float>(online, DType::float32, "online").any());
  EXPECT_TRUE(possible<double>(kernels::naive<double>, DType::float64, "naive").any());
  EXPECT_TRUE(possible<double>(online, DType::float64, "online").any());
}

TEST(BoundHonesty, a_declared_profile_excludes_a_kernel_of_another_form) {
  EXPECT_TRUE(possible<float>(kernels::running_mean<float>, DType::float32, "naive").none());
  EXPECT_TRUE(possible<float>(kernels::stored_lse<float>, DType::float32, "naive").none());
}

}  // namespace
}  // namespace attncheck
