// attncheck probe: what it proposes can be taken over, and then a right kernel holds; it proposes no mistake.
#include "tests/end_to_end/command.h"
#include "tests/end_to_end/sized_kernel.h"

namespace attncheck::end_to_end {
namespace {

struct Limited {
  std::string name;
  std::string takes;
  std::string declares;  // lines of the table
};

void PrintTo(const Limited& kernel, std::ostream* out) { *out << kernel.name; }

class Probe : public Command, public testing::WithParamInterface<Limited> {};

std::string lines_below_declare(const std::string& file) {
  std::string out;
  std::istringstream lines(file.substr(std::min(file.find("[subject.declare]"), file.size())));
  for (std::string line; std::getline(lines, line);)
    if (line.find(" = ") != std::string::npos && !line.starts_with("#")) out += line + "\n";
  return out;
}

TEST_P(Probe, proposes_the_limits_of_a_kernel_and_with_them_it_holds) {
  write("kernel.c", sized_kernel(GetParam().takes, "(1 / sqrt((double)head_dim))"));
  ASSERT_EQ(attncheck("probe kernel.c"), 0) << err;
  EXPECT_EQ(lines_below_declare(out), GetParam().declares) << out;
  // The properties that ask the most sizes; the others are asked of such kernels in shapes_test.
  const std::size_t at = out.find("path = ");
  write("attncheck.toml", "effort = \"quick\"\n" + out.insert(at, "properties = \"accuracy/*\"\n"));
  EXPECT_EQ(attncheck("gate"), 0) << out << err;
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Probe,
    testing::Values(
        Limited{"any_size", "1", "nan = \"yes\"\n"},
        Limited{"tiles_of_16_up_to_1024", "tokens % 16 == 0 && tokens <= 1024",
                "tokens_multiple = \"16\"\nmax_tokens = \"1024\"\nnan = \"yes\"\n"},
        Limited{"vectors_of_8", "head_dim % 8 == 0 && value_dim % 8 == 0", "dim_multiple = \"8\"\nnan = \"yes\"\n"},
        Limited{"square_and_causal", "causal && head_dim == value_dim && head_dim <= 128",
                "max_dim = \"128\"\nsquare = \"yes\"\ncausal = \"yes\"\nnan = \"yes\"\n"},
        Limited{"one_size", "!causal && head_dim == 64 && value_dim == 64 && tokens % 64 == 0",
                "tokens_multiple = \"64\"\nhead_dim = \"64\"\nsquare = \"yes\"\ncausal = \"no\"\nnan = \"yes\"\n"}),
    [](const auto& param) { return param.param.name; });

class Probing : public Command {};

TEST_F(Probing, never_proposes_a_mistake_as_a_convention) {
  ASSERT_EQ(attncheck("probe fault:scale/missing"), 0) << err;
  EXPECT_EQ(lines_below_declare(out), "nan = \"yes\"\n") << out;
  write("attncheck.toml", "effort = \"quick\"\n" + out);
  EXPECT_EQ(attncheck("gate --no-save"), 1) << out;
}

TEST_F(Probing, of_a_subject_that_answers_nothing_says_what_happened_at_the_first_size) {
  write("kernel.c", sized_kernel("0", "1"));
  EXPECT_EQ(attncheck("probe kernel.c"), 4);
  EXPECT_NE(err.find("kernel.c answers no size that was tried; 64 tokens x 64 head_dim x 64 value_dim: signal 6"),
            std::string::npos)
      << err;
  EXPECT_EQ(out, "");
}

TEST_F(Probing, repeats_how_the_subject_is_opened) {
  write("kernel.c", "#define attention mine\n" + sized_kernel("1", "(1 / sqrt((double)head_dim))"));
  ASSERT_EQ(attncheck("probe kernel.c --entry mine --limit call=20"), 0) << err;
  EXPECT_TRUE(said("path = \"kernel.c\"\nentry = \"mine\"\nlimit = { call = 20 }\n")) << out;
}

}  // namespace
}  // namespace attncheck::end_to_end
