// The long run of the attacks on the error bound: six hundred thousand evaluations a kernel.
#include <gtest/gtest.h>

#include "tests/attacks/climb.h"
#include "tests/attacks/families.h"

namespace attncheck::attacks {
namespace {

void attack(const Kernel& kernel, double logits, const std::vector<Problem>& starts) {
  const long evaluations = kernel.dtype == DType::float32 ? 200'000 : 20'000;
  const Found found = climb(kernel, kernel.arithmetic, {2, evaluations, 1, false, logits}, starts);
  EXPECT_LE(found.ratio, 1) << to_line({kernel.name, smallest(kernel, kernel.arithmetic, found.problem, 1)});
  EXPECT_GT(found.ratio, 0.25) << kernel.name;
}

TEST(Attacks, six_hundred_thousand_evaluations_bring_no_correct_kernel_beyond_its_bound) {
  for (const Kernel& kernel : all_kernels()) {
    attack(kernel, moderate_logits(kernel), {});
    attack(kernel, moderate_logits(kernel), kept_starts(kernel.name));
    attack(kernel, 0x1p1000, {});
  }
}

}  // namespace
}  // namespace attncheck::attacks
