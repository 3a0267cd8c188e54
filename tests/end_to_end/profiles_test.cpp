// Profiles as a user meets them: declared by name or by file, listed, explained, and refused in one line.
#include "tests/end_to_end/command.h"
#include "tests/power/judged.h"

namespace attncheck::power {
namespace {

std::string narrow(const std::string& name) { return ATTNCHECK_SOURCE_DIR "/tests/end_to_end/narrow/" + name + ".c"; }

class Profiles : public end_to_end::Command {};

constexpr const char* mine = R"(name = "mine"
meaning = "weights are bfloat16"
dtype = "float32"

[[member]]
form = "normalise_last"
weights = "bfloat16"
)";

struct Kept {
  const char* subject;
  const char* profile;
};

class NarrowSubject : public testing::TestWithParam<Kept> {};

TEST_P(NarrowSubject, is_falsified_undeclared_and_holds_declared) {
  const Judged undeclared =
      judge(narrow(GetParam().subject), "--effort quick --properties accuracy/within_error_bound");
  EXPECT_EQ(undeclared.exit_code, 1) << undeclared.text;
  EXPECT_FALSE(undeclared.against().empty());
  for (const char* seed : {"1", "2"}) {
    const Judged declared = judge(narrow(GetParam().subject), std::string("--effort quick --seed ") + seed +
                                                                  " --declare profile=" + GetParam().profile);
    EXPECT_EQ(declared.exit_code, 0) << "seed " << seed << "\n" << declared.text;
    EXPECT_NE(declared.text.find("of profile " + std::string(GetParam().profile) + " can explain"), std::string::npos)
        << declared.text;
    // What judges must have decided something: only what the subject does not promise is left out.
    for (const Result& result : declared.results)
      EXPECT_TRUE(result.outcome == "holds" || result.outcome == "not_applicable") << result.id << result.outcome;
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, NarrowSubject,
                         testing::Values(Kept{"bfloat16", "bfloat16"}, Kept{"float16", "float16"},
                                         Kept{"bfloat16_weights", "bfloat16_weights"},
                                         Kept{"float16_logits_and_weights", "float16_logits_and_weights"}),
                         [](const auto& param) { return std::string(param.param.subject); });

TEST(WrongNarrowSubject, is_falsified_under_the_profile_it_declares_by_the_property_it_breaks) {
  const Judged scale = judge(narrow("bfloat16_scale_off"), "--effort quick --declare profile=bfloat16");
  EXPECT_EQ(scale.exit_code, 1) << scale.text;
  ASSERT_FALSE(scale.against().empty());
  EXPECT_EQ(scale.against().front().id, "scaling/scale_is_inverse_sqrt_head_dim") << scale.text;
  const Judged dropped = judge(narrow("bfloat16_key_dropped"), "--effort quick --declare profile=bfloat16");
  EXPECT_EQ(dropped.exit_code, 1) << dropped.text;
  const Judged narrower = judge(narrow("bfloat16"), "--effort quick --declare profile=bfloat16_weights");
  EXPECT_EQ(narrower.exit_code, 1) << narrower.text;
}

TEST_F(Profiles, may_be_a_file) {
  write("mine.toml", mine);
  EXPECT_EQ(
      attncheck("check '" + narrow("bfloat16_weights") + "' --effort quick --no-save --declare profile=mine.toml"), 0)
      << out << err;
  EXPECT_NE(out.find("--declare profile=mine.toml"), std::string::npos) << out;
  EXPECT_NE(out.find("1 member of profile mine can explain what it answered"), std::string::npos) << out;
}

TEST_F(Profiles, of_one_dtype_leave_the_other_to_profile_any) {
  EXPECT_EQ(attncheck("check builtin:row --effort quick --no-save --properties 'accuracy/within*' "
                      "--declare profile=float32_weights"),
            0)
      << out << err;
  EXPECT_NE(out.find("float32: 28 members of profile any can explain"), std::string::npos) << out;
  EXPECT_NE(out.find("members of profile float32_weights can explain"), std::string::npos) << out;
}

TEST_F(Profiles, a_counterexample_names_the_profile_that_judged_it_and_is_replayed_by_it) {
  const std::string subject = narrow("bfloat16_scale_off");
  ASSERT_EQ(attncheck("check '" + subject +
                      "' --effort quick --no-diagnosis --properties 'scaling/scale_is_inverse*' "
                      "--declare profile=bfloat16 --save found"),
            1)
      << out << err;
  EXPECT_EQ(attncheck("replay found/*.json '" + subject + "'"), 1) << out << err;
  EXPECT_NE(out.find("beyond every member of profile bfloat16"), std::string::npos) << out;
  EXPECT_EQ(attncheck("replay found/*.json '" + narrow("bfloat16") + "'"), 0) << out << err;
  EXPECT_NE(out.find("within the bound of profile bfloat16"), std::string::npos) << out;
}

TEST_F(Profiles, a_file_that_is_wrong_is_refused_with_its_line) {
  write("bad.toml", "name = \"bad\"\nmeaning = \"x\"\n\n[[member]]\nform = \"normalize_last\"\n");
  const std::string line =
      "bad.toml:5: form is \"normalize_last\", expected one of normalise_last, normalise_first, any_order, stored_lse, "
      "split_merge, running_mean";
  expect_wrong_use("check builtin:row --declare profile=bad.toml", line);
  expect_wrong_use("explain profile:bad.toml", line);
  expect_wrong_use("check builtin:row --declare profile=./no.toml",
                   "./no.toml: cannot be read: No such file or directory");
  EXPECT_EQ(attncheck("check builtin:row --declare profile=bflot16"), 2);
  EXPECT_TRUE(err.starts_with("attncheck: --declare profile=bflot16: expected one of any, bfloat16, ")) << err;
}

TEST_F(Profiles, that_describe_a_dtype_which_is_not_judged_are_refused) {
  expect_wrong_use("check builtin:row --dtype float64 --declare profile=bfloat16",
                   "--declare profile=bfloat16: it describes float32 only, and this run judges float64");
}

TEST_F(Profiles, are_listed_and_explained_in_words) {
  ASSERT_EQ(attncheck("list"), 0);
  for (const char* name : {"any", "naive", "online", "float16", "bfloat16_weights", "truncating", "fast_exp"})
    EXPECT_NE(out.find("\n  " + std::string(name) + " "), std::string::npos) << name;
  EXPECT_EQ(attncheck("explain profile:bfloat16"), 0);
  for (const char* sentence :
       {"profile bfloat16\n", "It describes float32 only.", "Problems hold numbers of bfloat16 only.",
        "weights are rounded to bfloat16 (8 bits) before they meet the values; the sum of exponentials",
        "the output is rounded to bfloat16 (8 bits)"})
    EXPECT_NE(out.find(sentence), std::string::npos) << sentence << "\n" << out;
  write("mine.toml", mine);
  for (const char* name : {"mine.toml", "profile:mine.toml", "profile:./mine.toml"}) {
    EXPECT_EQ(attncheck("explain " + std::string(name)), 0) << err;
    EXPECT_NE(out.find("the sum of exponentials adds them unrounded"), std::string::npos) << out;
  }
}

}  // namespace
}  // namespace attncheck::power
