// Small mistakes are excluded on the inputs designed to show them, by every member of `any`.
#include <gtest/gtest.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "reference/make_oracle.h"
#include "tests/reference/kernels.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

using kernels::Input;
using kernels::Row;

Row<float> scale_off(const Input<float>& in, float factor) {
  auto logits = kernels::scaled_logits(in);
  for (float& s : logits) s *= factor;
  return kernels::normalise_last(in, kernels::exps(logits, kernels::largest(logits)));
}

Row<float> exp_off(const Input<float>& in, float factor) {
  const auto logits = kernels::scaled_logits(in);
  auto weights = kernels::exps(logits, kernels::largest(logits));
  for (std::size_t j = 0; j < in.n; ++j)
    if (logits[j] != kernels::largest(logits)) weights[j] *= factor;
  return kernels::normalise_last(in, weights);
}

Row<float> last_key_dropped(const Input<float>& in) {
  Input<float> fewer = in;
  if (in.n > 1) {
    fewer.key.pop_back();
    fewer.value.pop_back();
    --fewer.n;
  }
  return kernels::naive(fewer);
}

/// Products summed with 8 bits, as in bfloat16.
Row<float> narrow_dot(const Input<float>& in) {
  Row<float> logits;
  for (const auto& key : in.key) {
    float sum = 0;
    for (std::size_t k = 0; k < in.d; ++k) {
      sum += in.query[k] * key[k];
      int exponent = 0;
      const float fraction = std::frexp(sum, &exponent);
      sum = std::ldexp(std::nearbyint(std::ldexp(fraction, 8)), exponent - 8);
    }
    logits.push_back(sum * in.scale());
  }
  return kernels::normalise_last(in, kernels::exps(logits, kernels::largest(logits)));
}

MemberSet possible(const kernels::Kernel<float>& kernel, const std::vector<Problem>& run) {
  const auto oracle = make_oracle(DType::float32, {});
  MemberSet members = oracle->profile().all();
  for (const Problem& problem : run)
    members &= ~oracle->judge(problem, kernels::run(kernel, problem), problems::all_rows(problem), members).excluded;
  return members;
}

const std::vector<Problem>& designed() {
  static const std::vector<Problem> all = problems::designed(DType::float32);
  return all;
}

TEST(WrongKernels, a_scale_off_by_two_to_the_minus_14_is_excluded) {
  EXPECT_TRUE(possible([](const auto& in) { return scale_off(in, 1 + 0x1p-14f); }, designed()).none());
  EXPECT_TRUE(possible([](const auto& in) { return scale_off(in, 1 - 0x1p-14f); }, designed()).none());
}

TEST(WrongKernels, an_exp_off_by_two_to_the_minus_12_is_excluded) {
  EXPECT_TRUE(possible([](const auto& in) { return exp_off(in, 1 + 0x1p-12f); }, designed()).none());
  EXPECT_TRUE(possible([](const auto& in) { return exp_off(in, 1 - 0x1p-12f); }, designed()).none());
}

TEST(WrongKernels, a_dropped_key_is_excluded_on_gaussian_inputs_already) {
  EXPECT_TRUE(possible(last_key_dropped, {problems::gaussian(16, 8, 2, DType::float32, false, 3)}).none());
}

TEST(WrongKernels, a_narrow_accumulator_is_excluded_by_the_absorption_trap) {
  EXPECT_TRUE(possible(narrow_dot, {problems::absorption_trap(0x1p11, DType::float32)}).none());
}

TEST(WrongKernels, a_missing_scale_is_excluded) {
  EXPECT_TRUE(possible([](const auto& in) { return scale_off(in, 2.0f); },
                       {problems::gaussian(4, 4, 2, DType::float32, false, 3)})
                  .none());
}

TEST(WrongKernels, two_loosenesses_on_different_problems_are_not_borrowed_from_two_members) {
  // small weights lost as only a running mean may lose them, and a common factor as only a stored log-sum-exp may have
  const kernels::Kernel<float> both = [](const Input<float>& in) {
    const auto logits = kernels::scaled_logits(in);
    if (std::fabs(kernels::largest(logits)) > 100) return kernels::stored_lse(in);
    return kernels::running_mean(in);
  };
  EXPECT_TRUE(possible(kernels::stored_lse<float>, designed()).any());
  EXPECT_TRUE(possible(kernels::running_mean<float>, designed()).any());
  EXPECT_TRUE(possible(both, designed()).none());
}

#if defined(__SSE__)
TEST(WrongKernels, flushing_subnormal_numbers_is_honest_but_only_as_a_flushing_member) {
  const kernels::Kernel<float> flushing = [](const Input<float>& in) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040U);  // flush to zero, denormals are zero
    const Row<float> output = kernels::naive(in);
    _mm_setcsr(before);
    return output;
  };
  std::vector<Problem> run = designed();
  run.push_back(problems::with_values(problems::gaussian(9, 4, 3, DType::float32, false, 31), 0x1p-128));
  const MemberSet members = possible(flushing, run);
  EXPECT_TRUE(members.any());
  EXPECT_TRUE((members & MemberSet(0xfff)).none()) << members;
}
#endif

}  // namespace
}  // namespace attncheck
