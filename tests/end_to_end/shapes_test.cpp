// Kernels that are written for some sizes only: right ones hold once they say so, wrong ones are caught all the same.
#include "tests/end_to_end/command.h"
#include "tests/end_to_end/sized_kernel.h"

namespace attncheck::end_to_end {
namespace {

struct Kernel {
  std::string name;
  std::string takes;    // a C condition on tokens, head_dim, value_dim, causal
  std::string declare;  // the options that say the same
  std::string properties = "*";
};

void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.name; }

class Restricted : public Command, public testing::WithParamInterface<Kernel> {
 protected:
  int check(const std::string& scale, const std::string& options) {
    write("kernel.c", sized_kernel(GetParam().takes, scale));
    return attncheck("check kernel.c --effort quick --no-save --no-diagnosis --json r.json --properties '" +
                     GetParam().properties + "' " + options);
  }
};

TEST_P(Restricted, holds_when_it_says_what_it_takes_and_its_mistake_is_caught) {
  EXPECT_EQ(check("(1 / sqrt((double)head_dim))", GetParam().declare), 0) << out << err;
  int judged = 0;
  const nlohmann::json report = json("r.json");
  for (const auto& property : report["properties"]) judged += property["outcome"] == "holds" ? 1 : 0;
  EXPECT_GE(judged, GetParam().properties == "*" ? 24 : 2) << out;
  EXPECT_EQ(check("(1.02 / sqrt((double)head_dim))", GetParam().declare), 1) << out << err;
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Restricted,
    testing::Values(
        Kernel{"vectors_of_8", "head_dim % 8 == 0 && value_dim % 8 == 0 && head_dim <= 128 && value_dim <= 128",
               "--declare dim_multiple=8 --declare max_dim=128"},
        Kernel{"two_shapes",
               "head_dim == 64 && ((tokens == 128 && value_dim == 64) || (tokens == 40 && value_dim == 40))",
               "--declare shapes=128x64,40x64x40", "scaling/*"},
        Kernel{"causal_only", "causal", "--declare causal=yes"},
        Kernel{"a_kernel_of_a_gpu", "causal && head_dim == 64 && value_dim == 64 && tokens % 64 == 0",
               "--declare causal=yes --declare head_dim=64 --declare square=yes --declare tokens_multiple=64",
               "scaling/*"}),
    [](const auto& param) { return param.param.name; });

class Declared : public Command {};

TEST_F(Declared, nothing_a_kernel_for_some_sizes_is_told_where_it_ends) {
  write("kernel.c", sized_kernel("head_dim == 64", "(1 / sqrt((double)head_dim))"));
  EXPECT_EQ(attncheck("check kernel.c --effort quick --no-save"), 1) << out << err;
  EXPECT_TRUE(said("SIGABRT")) << out;
}

/// A compiler that specialises per shape: the kernel ends the process at the seventh shape it is asked.
TEST_F(Declared, few_distinct_shapes_are_asked_and_no_more) {
  write("kernel.c", R"(#include <string.h>
#define attention of_any_shape
)" + sized_kernel("1", "(1 / sqrt((double)head_dim))") +
                        R"(#undef attention
void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  static size_t seen[6][3], count;
  const size_t shape[3] = {tokens, head_dim, value_dim};
  size_t k = 0;
  while (k < count && memcmp(seen[k], shape, sizeof shape)) ++k;
  if (k == 6) abort();
  if (k == count) memcpy(seen[count++], shape, sizeof shape);
  of_any_shape(query, key, value, output, tokens, head_dim, value_dim, causal);
}
)");
  EXPECT_EQ(attncheck("check kernel.c --effort quick --no-save --shapes 6"), 0) << out << err;
  EXPECT_EQ(attncheck("check kernel.c --effort quick --no-save --fail-fast --shapes 40"), 1) << out << err;
}

TEST_F(Declared, sizes_that_leave_nothing_are_refused) {
  expect_wrong_use("check builtin:row --declare head_dim=64 --declare max_dim=32",
                   "--declare: no size is left that the subject takes: each is beyond another of the "
                   "limits declared");
  expect_wrong_use("check builtin:row --declare head_dim=64,x", "--declare head_dim=x: expected a positive number");
  expect_wrong_use("check builtin:row --declare shapes=64",
                   "--declare shapes=64: 64 is no shape, expected one such as 128x64 or 128x64x32");
  expect_wrong_use("check builtin:row --declare distinct_shapes=4000",
                   "--declare distinct_shapes=4000: expected at most 1000");
  expect_wrong_use("check builtin:row --declare causal=maybe", "--declare causal=maybe: expected yes or no");
}

}  // namespace
}  // namespace attncheck::end_to_end
