// Hill climbing never brings a correct kernel beyond the bound of the arithmetic it declares, and comes close; against
// an arithmetic with one term left out it gets beyond, so each term is needed.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>

#include "tests/attacks/climb.h"
#include "tests/attacks/families.h"
#include "tests/attacks/misjudged.h"

namespace attncheck::attacks {

void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.name; }

void PrintTo(const Misjudged& misjudged, std::ostream* out) { *out << name_of(misjudged); }

namespace {

std::string test_name(std::string text) {
  for (char& letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return text;
}

std::string beyond(const Kernel& kernel, const Arithmetic& judged, const Found& found) {
  return to_line({kernel.name, smallest(kernel, judged, found.problem, 1)});
}

class Attack : public testing::TestWithParam<Kernel> {};

long evaluations(const Kernel& kernel) { return kernel.dtype == DType::float32 ? 4000 : 400; }

TEST_P(Attack, stays_within_the_bound_and_comes_close) {
  const Kernel& kernel = GetParam();
  const Effort effort{1, evaluations(kernel), 1, false, moderate_logits(kernel)};
  const Found found = climb(kernel, kernel.arithmetic, effort, kept_starts(kernel.name));
  EXPECT_LE(found.ratio, 1) << beyond(kernel, kernel.arithmetic, found);
  EXPECT_GT(found.ratio, 0.5);
}

TEST_P(Attack, stays_within_the_bound_whatever_the_logits) {
  const Kernel& kernel = GetParam();
  const Effort effort{1, evaluations(kernel), 1};
  const Found found = climb(kernel, kernel.arithmetic, effort, kept_starts(kernel.name + " with any logits"));
  EXPECT_LE(found.ratio, 1) << beyond(kernel, kernel.arithmetic, found);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Attack, testing::ValuesIn(all_kernels()),
                         [](const auto& param) { return test_name(param.param.name); });

class WithoutOneTerm : public testing::TestWithParam<Misjudged> {};

TEST_P(WithoutOneTerm, an_attack_gets_beyond_the_bound) {
  const Kernel& attacked = kernel(GetParam().kernel);
  const Found found =
      climb(attacked, judged_without(GetParam()), {1, 20000, 1, true}, kept_starts(name_of(GetParam())));
  EXPECT_GT(found.ratio, 1);
  EXPECT_LE(worst_ratio(attacked, attacked.arithmetic, found.problem).value_or(INFINITY), 1) << "it is not that term";
}

INSTANTIATE_TEST_SUITE_P(Bound, WithoutOneTerm, testing::ValuesIn(all_misjudged()),
                         [](const auto& param) { return test_name(param.param.without); });

TEST(Search, finds_the_same_problem_again_under_the_same_seed) {
  const Kernel& naive = kernel("naive");
  const Found once = climb(naive, naive.arithmetic, {7, 2000}, {}),
              again = climb(naive, naive.arithmetic, {7, 2000}, {});
  EXPECT_EQ(to_line({"naive", once.problem}), to_line({"naive", again.problem}));
  EXPECT_EQ(once.ratio, again.ratio);
  EXPECT_EQ(once.evaluations, 2000);
}

TEST(Search, counts_an_output_that_is_not_a_number_as_beyond_every_bound) {
  Kernel lost = kernel("naive");
  lost.row = [](const Problem& problem, Index) {
    return std::vector<double>(static_cast<std::size_t>(problem.shape.value_dim), NAN);
  };
  EXPECT_EQ(climb(lost, lost.arithmetic, {1, 100, 1}, {}).ratio, INFINITY);
}

TEST(Search, makes_what_it_found_as_small_as_it_can) {
  const Kernel& fused = kernel("fused exp2");
  Arithmetic judged = fused.arithmetic;
  judged.fused_exp2 = false;
  const Problem found = climb(fused, judged, {1, 20000, 1, true}, kept_starts("fused exp2 without fused exp2")).problem;
  const Problem least = smallest(fused, judged, found, 1);
  EXPECT_GT(worst_ratio(fused, judged, least).value(), 1);
  EXPECT_LE(least.shape.tokens, found.shape.tokens);
  EXPECT_EQ(least.shape.value_dim, 1);
}

TEST(Finds, that_were_once_beyond_the_bound_are_within_it) {
  const std::vector<Start> finds = read_starts(ATTNCHECK_SOURCE_DIR "/tests/attacks/finds.txt");
  EXPECT_FALSE(finds.empty());
  for (const Start& find : finds) {
    const Kernel& found = kernel(find.kernel);
    const double without_bound = 0;  // no finite bound is right too: nothing is judged then
    EXPECT_LE(worst_ratio(found, found.arithmetic, find.problem).value_or(without_bound), 1) << to_line(find);
  }
}

TEST(Starts, say_the_same_when_they_are_written_and_read) {
  for (const Kernel& kernel : all_kernels())
    for (const Problem& problem : kept_starts(kernel.name)) {
      EXPECT_NO_THROW(require_valid(problem));
      Problem rounded = problem;
      round_to_inputs(rounded, kernel);
      EXPECT_EQ(to_line({kernel.name, problem}), to_line({kernel.name, rounded})) << "beyond the kernel's inputs";
    }
}

}  // namespace
}  // namespace attncheck::attacks
