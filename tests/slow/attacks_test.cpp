// The long run of the attacks on the error bound: half a million evaluations a kernel.
#include <gtest/gtest.h>

#include "tests/attacks/climb.h"
#include "tests/attacks/families.h"

namespace attncheck::attacks {
namespace {

TEST(Attacks, half_a_million_evaluations_bring_no_correct_kernel_beyond_its_bound) {
  for (const Kernel& kernel : all_kernels()) {
    const long evaluations = kernel.dtype == DType::float32 ? 500'000 : 50'000;
    for (const bool from_kept_starts : {false, true}) {
      const std::vector<Problem> starts = from_kept_starts ? kept_starts(kernel.name) : std::vector<Problem>{};
      const Found found = climb(kernel, kernel.arithmetic, {2, evaluations / 2}, starts);
      EXPECT_LE(found.ratio, 1) << kernel.name << ": "
                                << to_line({kernel.name, smallest(kernel, kernel.arithmetic, found.problem, 1)});
      EXPECT_GT(found.ratio, 0.25) << kernel.name;
    }
  }
}

}  // namespace
}  // namespace attncheck::attacks
