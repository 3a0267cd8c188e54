// Profiles as TOML: what is read, what is refused and with which line, and what the built-in ones are.
#include "reference/profile_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "reference/built_in_profiles.h"
#include "reference/make_oracle.h"
#include "tests/reference/kernels.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

constexpr const char* head = "name = \"mine\"\nmeaning = \"what I compute in\"\n";

/// Line 3 opens the member, line 4 is its form; `fields` start at line 5.
std::string with(const std::string& fields, const std::string& form = "normalise_last") {
  return std::string(head) + "[[member]]\nform = \"" + form + "\"\n" + fields;
}

std::string error_of(const std::string& text) {
  try {
    read_profile(text, "my.toml");
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "no error";
}

Arithmetic only_member(const std::string& text) { return read_profile(text, "my.toml").members.at(0); }

TEST(ProfileFile, reads_every_field_of_an_arithmetic) {
  const Arithmetic a = only_member(std::string(head) + R"(dtype = "float64"
[[member]]
name = "one"
meaning = "all of it"
form = "any_order"
fused_exp2 = true
transformed = true
prescaled = true
flushes = true
certificates = false
truncates = true
exp_error = 3
exp_slope = 1.5
constant = 7.25
slack = 2
rescales = "sequential"
tile = 16
inputs = "float32"
logits = "bfloat16"
weights = "float16"
sums_stored_weights = true
output = "float32"
)");
  EXPECT_EQ(a.name, "one");
  EXPECT_EQ(a.meaning, "all of it");
  EXPECT_EQ(a.form, Form::any_order);
  EXPECT_TRUE(a.fused_exp2 && a.transformed && a.prescaled && a.flushes && a.truncates && a.sums_stored_weights);
  EXPECT_FALSE(a.certificates);
  EXPECT_EQ(a.exp_error, 3);
  EXPECT_EQ(a.exp_slope, 1.5);
  EXPECT_EQ(a.constant, 7.25);
  EXPECT_EQ(a.slack, 2);
  EXPECT_EQ(a.rescales, Rescales::sequential);
  EXPECT_EQ(a.tile, 16);
  EXPECT_EQ(a.inputs, Storage::float32);
  EXPECT_EQ(a.logits, Storage::bfloat16);
  EXPECT_EQ(a.weights, Storage::float16);
  EXPECT_EQ(a.output, Storage::float32);
}

TEST(ProfileFile, gives_what_is_left_out_the_value_of_an_undeclared_arithmetic) {
  const Arithmetic a = only_member(with(""));
  const Arithmetic expected;
  EXPECT_EQ(a.form, Form::normalise_last);
  EXPECT_EQ(a.exp_error, expected.exp_error);
  EXPECT_EQ(a.constant, expected.constant);
  EXPECT_EQ(a.rescales, expected.rescales);
  EXPECT_EQ(a.output, Storage::own);
  EXPECT_FALSE(a.certificates);
  EXPECT_EQ(a.name, "mine") << "an only member is called as the profile";
}

TEST(ProfileFile, takes_every_word_of_every_vocabulary) {
  for (const char* form :
       {"normalise_last", "normalise_first", "any_order", "stored_lse", "split_merge", "running_mean"})
    EXPECT_EQ(error_of(with("", form)), "no error") << form;
  for (const char* rescales : {"none", "sequential", "merged"})
    EXPECT_EQ(error_of(with("rescales = \"" + std::string(rescales) + "\"")), "no error") << rescales;
  for (const char* storage : {"own", "bfloat16", "float16"})
    EXPECT_EQ(error_of(with("weights = \"" + std::string(storage) + "\"")), "no error") << storage;
}

TEST(ProfileFile, says_file_line_and_what_is_expected_of_a_wrong_value) {
  const std::string broken = error_of("name = \"mine\"\nmeaning =");
  EXPECT_TRUE(broken.starts_with("my.toml:2: this is no TOML: ") && broken.size() > 40) << broken;
  EXPECT_EQ(error_of(with("", "normalize_last")),
            "my.toml:4: form is \"normalize_last\", expected one of normalise_last, normalise_first, any_order, "
            "stored_lse, split_merge, running_mean");
  EXPECT_EQ(error_of(with("weights = \"float8\"")),
            "my.toml:5: weights is \"float8\", expected one of own, float32, bfloat16, float16");
  EXPECT_EQ(error_of(with("rescales = true")),
            "my.toml:5: rescales is true or false, expected one of none, sequential, merged");
  EXPECT_EQ(error_of(with("fused_exp2 = 1")), "my.toml:5: fused_exp2 is a number, expected true or false");
  EXPECT_EQ(error_of(with("exp_error = \"2\"")),
            "my.toml:5: exp_error is a string, expected a finite number of at least 0");
  EXPECT_EQ(error_of(with("exp_error = -1")), "my.toml:5: exp_error is -1, expected a finite number of at least 0");
  EXPECT_EQ(error_of(with("\nconstant = inf")), "my.toml:6: constant is inf, expected a finite number of at least 0");
  EXPECT_EQ(error_of(with("slack = nan")), "my.toml:5: slack is nan, expected a finite number of at least 0");
  EXPECT_EQ(error_of(with("tile = 1.5")), "my.toml:5: tile is a number, expected a whole number from 0 to 1073741824");
  EXPECT_EQ(error_of(with("tile = -4")), "my.toml:5: tile is -4, expected a whole number from 0 to 1073741824");
  EXPECT_EQ(error_of("name = \"a b\"\nmeaning = \"x\"\n[[member]]\nform = \"any_order\""),
            "my.toml:1: name has other characters than letters, digits, _ and -");
  EXPECT_EQ(error_of("name = \"a\"\nmeaning = \"\"\n"), "my.toml:2: meaning is not one line of text");
  EXPECT_EQ(error_of(std::string(head) + "dtype = \"float16\"\n[[member]]\nform = \"any_order\""),
            "my.toml:3: dtype is \"float16\", expected one of float32, float64");
}

TEST(ProfileFile, names_an_unknown_key_and_the_known_ones) {
  EXPECT_EQ(error_of(with("exp_eror = 2")),
            "my.toml:5: unknown key exp_eror, expected one of name, meaning, form, fused_exp2, transformed, prescaled, "
            "flushes, certificates, truncates, exp_error, exp_slope, constant, slack, rescales, tile, inputs, logits, "
            "weights, sums_stored_weights, output");
  EXPECT_EQ(error_of("nam = \"mine\"\n" + with("")),
            "my.toml:1: unknown key nam, expected one of name, meaning, dtype, flush_twins, member");
}

TEST(ProfileFile, says_what_is_missing) {
  EXPECT_EQ(error_of(""), "my.toml:1: name is missing, expected a line of text");
  EXPECT_EQ(error_of("name = \"mine\"\n"), "my.toml:1: meaning is missing, expected a line of text");
  EXPECT_EQ(error_of(head), "my.toml:1: there is no member, expected at least one [[member]]");
  EXPECT_EQ(error_of(std::string(head) + "member = []"),
            "my.toml:3: there is no member, expected at least one [[member]]");
  EXPECT_EQ(error_of(std::string(head) + "[member]\nform = \"any_order\""),
            "my.toml:3: member is a table, expected [[member]] tables");
  EXPECT_EQ(error_of(std::string(head) + "member = [1]"),
            "my.toml:3: a member is a number, expected [[member]] tables");
  EXPECT_EQ(error_of(std::string(head) + "[[member]]\n"),
            "my.toml:3: form is missing, expected how weights are normalised");
}

struct Refused {
  const char* form;
  const char* fields;
  const char* message;
};

TEST(ProfileFile, refuses_what_no_arithmetic_can_be_at_once) {
  const Refused all[] = {
      {"normalise_last", "certificates = true\nconstant = 0\nfused_exp2 = true", "certificates = true with fused_exp2"},
      {"normalise_last", "certificates = true\nconstant = 0\ntransformed = true",
       "certificates = true with transformed"},
      {"normalise_last", "certificates = true\nconstant = 0\ntruncates = true", "certificates = true with truncates"},
      {"normalise_last", "certificates = true\nconstant = 0\nflushes = true", "certificates = true with subnormal"},
      {"normalise_last", "certificates = true", "certificates = true with a constant above 0"},
      {"stored_lse", "certificates = true\nconstant = 0", "certificates = true, expected form = \"normalise_last\""},
      {"split_merge", "certificates = true\nconstant = 0", "certificates = true, expected form"},
      {"running_mean", "certificates = true\nconstant = 0", "certificates = true, expected form"},
      {"any_order", "certificates = true\nconstant = 0\nslack = 1", "certificates = true, expected form"},
      {"normalise_last", "slack = 1", "slack is 1, expected 0 unless form = \"any_order\""},
      {"any_order", "slack = 9", "slack is 9, expected at most 8"},
      {"any_order", "constant = 2000", "constant is 2000, expected at most 1024"},
      {"any_order", "rescales = \"none\"\ntile = 4", "tile is 4, expected none where rescales = \"none\""},
      {"any_order", "exp_error = 1e9", "exp_error is 1000000000, expected at most 8388608"},
      {"any_order", "exp_slope = 1e9", "exp_slope is 1000000000, expected at most 8388608"},
      {"any_order", "weights = \"float32\"", "weights = \"float32\" is no storage narrower than the dtype"},
      {"any_order", "output = \"float32\"", "output = \"float32\" is no storage narrower than the dtype"},
      {"any_order", "sums_stored_weights = true", "sums_stored_weights = true, expected weights = a narrower type"}};
  for (const Refused& refused : all) {
    const std::string error = error_of(with(refused.fields, refused.form));
    EXPECT_NE(error.find(refused.message), std::string::npos) << refused.form << "\n"
                                                              << refused.fields << "\n"
                                                              << error;
    EXPECT_TRUE(error.starts_with("my.toml:5: ") || error.starts_with("my.toml:6: ")) << error;
  }
  EXPECT_EQ(error_of(with("certificates = true\nconstant = 0")), "no error");
  EXPECT_EQ(error_of(with("certificates = true\nconstant = 0", "normalise_first")), "no error");
}

/// Members called 0, 1, ... of one form.
std::string members(int count, const std::string& fields = "") {
  std::string text;
  for (int m = 0; m < count; ++m)
    text += "[[member]]\nname = \"" + std::to_string(m) + "\"\nmeaning = \"x\"\nform = \"any_order\"\n" + fields;
  return text;
}

TEST(ProfileFile, takes_at_most_64_members_with_their_twins) {
  EXPECT_EQ(error_of(head + members(64)), "no error");
  EXPECT_EQ(error_of(std::string(head) + "flush_twins = true\n" + members(32)), "no error");
  EXPECT_EQ(error_of(head + members(65)),
            "my.toml:3: there are 65 members, flushing twins included, expected at most 64");
  EXPECT_EQ(error_of(std::string(head) + "flush_twins = true\n" + members(33)),
            "my.toml:4: there are 66 members, flushing twins included, expected at most 64");
}

TEST(ProfileFile, wants_members_that_can_be_told_apart_and_are_asked_the_same_problems) {
  EXPECT_EQ(error_of(head + members(1) + members(1)), "my.toml:8: a member before is called \"0\" too");
  const std::string other = "[[member]]\nname = \"x\"\nmeaning = \"x\"\nform = \"any_order\"\ninputs = \"float16\"\n";
  EXPECT_EQ(error_of(head + members(1) + other),
            "my.toml:11: inputs differ from those of the member before, expected the same in all members");
}

TEST(ProfileFile, makes_a_flushing_twin_of_every_member) {
  const ArithmeticProfile profile = read_profile(std::string(head) + "flush_twins = true\n" + members(2), "my.toml");
  ASSERT_EQ(profile.members.size(), 4U);
  EXPECT_EQ(profile.base, (std::vector<std::optional<int>>{std::nullopt, std::nullopt, 0, 1}));
  EXPECT_EQ(profile.members[3].name, "1, flush to zero");
  EXPECT_TRUE(profile.members[3].flushes && !profile.members[1].flushes);
  const std::string certified = "certificates = true\nconstant = 0\n";
  EXPECT_NE(error_of(std::string(head) + "flush_twins = true\n" + "[[member]]\nform = \"normalise_last\"\n" + certified)
                .find("my.toml:3: certificates = true with subnormal numbers that become zero"),
            std::string::npos);
}

TEST(ProfileFile, may_not_call_itself_like_a_built_in_one) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "attncheck-named-any.toml";
  std::ofstream(file) << "name = \"any\"\nmeaning = \"x\"\n[[member]]\nform = \"any_order\"\n";
  try {
    find_profile(file.string());
    ADD_FAILURE() << "was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(), file.string() + ":1: name is \"any\", which is built in, expected another");
  }
  std::filesystem::remove(file);
}

TEST(ProfileFile, that_cannot_be_read_is_said_with_its_name) {
  for (const char* path : {"no/such.toml", "/", "/dev/null"}) {
    try {
      find_profile(path);
      ADD_FAILURE() << path << " was read";
    } catch (const std::invalid_argument& error) { EXPECT_TRUE(std::string(error.what()).starts_with(path)); }
  }
}

TEST(BuiltInProfiles, are_called_as_their_files_and_say_what_they_are_in_words) {
  EXPECT_EQ(arithmetic_profiles().size(), built_in_profiles().size());
  std::set<std::string> files, names;
  for (const BuiltInProfile& file : built_in_profiles()) {
    files.insert(std::filesystem::path(file.file).stem().string());
    EXPECT_TRUE(std::string(file.text).starts_with("# ")) << file.file << " gives no reason for its numbers";
  }
  for (const ArithmeticProfile& profile : arithmetic_profiles()) {
    names.insert(profile.words.name);
    ASSERT_EQ(profile.words.members.size(), profile.members.size());
    for (const Member& member : profile.words.members) {
      EXPECT_FALSE(member.meaning.empty()) << member.name;
      EXPECT_FALSE(member.steps.empty()) << member.name;
    }
    EXPECT_EQ(profile.quick_accept, profile.words.name == "any");
  }
  EXPECT_EQ(files, names);
}

TEST(BuiltInProfiles, any_is_fourteen_members_in_order_and_their_twins) {
  const ArithmeticProfile any = arithmetic_profiles().front();
  ASSERT_EQ(any.words.name, "any");
  ASSERT_EQ(any.members.size(), 28U);
  constexpr Form forms[] = {Form::any_order, Form::stored_lse, Form::split_merge, Form::running_mean};
  for (std::size_t m = 0; m < 28; ++m) {
    const Arithmetic& member = any.members[m];
    const std::size_t k = m % 14;
    const std::size_t style = k < 12 ? k % 3 : 2 * (k - 12);  // exp, exp2, prescaled exp2
    EXPECT_EQ(member.form, k < 12 ? forms[k / 3] : Form::any_order) << member.name;
    EXPECT_EQ(member.fused_exp2, style > 0) << member.name;
    EXPECT_EQ(member.prescaled, style != 1) << member.name;
    EXPECT_EQ(member.transformed, k >= 12) << member.name;
    EXPECT_EQ(member.flushes, m >= 14) << member.name;
    EXPECT_EQ(any.base[m], m < 14 ? std::nullopt : std::optional(static_cast<int>(k))) << member.name;
    EXPECT_EQ(member.slack, member.form == Form::any_order ? 8 : 0) << member.name;
    EXPECT_EQ(member.exp_error, 8) << member.name;
    EXPECT_EQ(member.constant, 4) << member.name;
    EXPECT_EQ(member.rescales, Rescales::merged) << member.name;
    EXPECT_FALSE(member.certificates || member.truncates || member.sums_stored_weights) << member.name;
    EXPECT_EQ(member.tile, 0) << member.name;
  }
  EXPECT_EQ(any.members[14].name, "shifted softmax, exp, flush to zero");
}

TEST(BuiltInProfiles, say_what_a_problem_may_hold) {
  const Profile any = find_profile("any");
  EXPECT_FALSE(any.inputs || any.dtype);
  EXPECT_TRUE(std::isinf(any.max_logit) && std::isinf(any.max_value));
  const Profile half = find_profile("float16");
  ASSERT_TRUE(half.inputs);
  EXPECT_EQ(half.inputs->name, "float16");
  EXPECT_EQ(half.max_value, 65504.0 / 2);
  EXPECT_EQ(half.dtype, DType::float32);
  // A dot product of 256 channels is 16 times its logit, and base 2 makes less of it.
  EXPECT_LT(16 * find_profile("float16_logits_and_weights").max_logit, 65504);
}

TEST(BuiltInProfiles, judge_only_the_dtype_they_describe) {
  EXPECT_THROW(make_oracle(DType::float64, {"bfloat16"}), std::invalid_argument);
  EXPECT_THROW(make_oracle(DType::float32, {"float32_weights"}), std::invalid_argument);
  EXPECT_EQ(make_oracle(DType::float64, {"float32_weights"})->profile().name, "float32_weights");
  const std::vector<Profile> of_float64 = profiles(DType::float64);
  EXPECT_TRUE(std::ranges::none_of(of_float64, [](const Profile& p) { return p.name == "bfloat16"; }));
}

TEST(NarrowType, rounds_as_the_storage_it_stands_for) {
  Random random(7);
  for (const char* name : {"float16", "bfloat16"}) {
    const NarrowType type = *find_profile(name).inputs;
    const Storage storage = std::string(name) == "float16" ? Storage::float16 : Storage::bfloat16;
    for (int i = 0; i < 20000; ++i) {
      const double x = static_cast<float>(random.normal() * std::exp2(static_cast<double>(random.below(300) - 160)));
      ASSERT_EQ(round_to(type, x), round_to(storage, x)) << name << " " << x;
    }
    for (const double x : {0.0, type.largest, -type.largest, type.largest * 1.01, type.smallest_normal / 3, HUGE_VAL})
      EXPECT_EQ(round_to(type, x), round_to(storage, x)) << name << " " << x;
  }
}

TEST(ProfilesPage, names_every_key_and_every_built_in_profile_and_its_example_is_one) {
  std::stringstream page;
  page << std::ifstream(ATTNCHECK_SOURCE_DIR "/docs/profiles.md").rdbuf();
  const std::string text = page.str();
  for (const Profile& profile : profiles())
    EXPECT_NE(text.find("`" + profile.name + "`"), std::string::npos) << profile.name;
  for (const std::string& wrong : {error_of("x = 1\n" + with("")), error_of(with("x = 1"))}) {
    std::stringstream keys(wrong.substr(wrong.find("one of ") + 7));
    for (std::string key; std::getline(keys >> std::ws, key, ',');)
      EXPECT_NE(text.find(key == "member" ? "`[[member]]`" : "`" + key + "`"), std::string::npos) << key;
  }
  const std::string start = "```toml\n";
  const std::size_t example = text.find(start) + start.size();
  EXPECT_EQ(error_of(text.substr(example, text.find("```", example) - example)), "no error");
}

using FloatKernel = kernels::Kernel<float>;

/// The members of the profile that explain the kernel on all problems.
MemberSet explaining(const std::string& profile, const FloatKernel& kernel) {
  const auto oracle = make_oracle(DType::float32, {profile, 5, 20});
  MemberSet possible = oracle->profile().all();
  for (const auto& set : {problems::ordinary(DType::float32), problems::designed(DType::float32)})
    for (Problem problem : set) {
      if (const auto& inputs = oracle->profile().inputs)
        for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
          for (double& element : tensor->elements()) element = round_to(*inputs, element);
      const Tensor output = kernels::run<float>(kernel, problem);
      possible &= ~oracle->judge(problem, output, problems::all_rows(problem), oracle->profile().all()).excluded;
    }
  return possible;
}

TEST(BuiltInProfiles, explain_the_kernels_they_describe) {
  using In = const kernels::Input<float>&;
  const std::pair<const char*, FloatKernel> all[] = {
      {"normalise_first", kernels::normalise_first<float>},
      {"fused_exp2", [](In in) { return kernels::fused_exp2(in, 4); }},
      {"fused_exp2", kernels::prescaled_exp2<float>},
      {"log_sum_exp", kernels::stored_lse<float>},
      {"log_sum_exp", kernels::stored_lse_base2<float>},
      {"split_keys", [](In in) { return kernels::split_merge(in, 3, false); }},
      {"split_keys", [](In in) { return kernels::split_merge(in, 3, true); }},
      {"tiles", [](In in) { return kernels::online(in, 64); }},
      {"truncating", kernels::naive<float>},
      {"fast_exp", [](In in) { return kernels::coarse_exp(in, true); }}};
  for (const auto& [profile, kernel] : all) EXPECT_TRUE(explaining(profile, kernel).any()) << profile;
}

/// The textbook with bfloat16 where the flags say so.
kernels::Row<float> stored(const kernels::Input<float>& in, Storage weights, Storage output) {
  const auto logits = kernels::scaled_logits(in);
  const auto e = kernels::exps(logits, kernels::largest(logits));
  kernels::Row<float> out;
  float total = 0;
  for (const float one : e) total += one;
  for (std::size_t c = 0; c < in.columns; ++c) {
    float sum = 0;
    for (std::size_t j = 0; j < in.n; ++j) sum += static_cast<float>(round_to(weights, e[j])) * in.value[j][c];
    out.push_back(static_cast<float>(round_to(output, sum / total)));
  }
  return out;
}

TEST(BuiltInProfiles, tell_the_storages_they_name_from_narrower_ones) {
  using In = const kernels::Input<float>&;
  const auto kernel = [](Storage weights, Storage output) {
    return [=](In in) { return stored(in, weights, output); };
  };
  EXPECT_TRUE(explaining("bfloat16", kernel(Storage::bfloat16, Storage::bfloat16)).any());
  EXPECT_TRUE(explaining("bfloat16_weights", kernel(Storage::bfloat16, Storage::own)).any());
  EXPECT_TRUE(explaining("float16_weights", kernel(Storage::float16, Storage::own)).any());
  EXPECT_TRUE(explaining("bfloat16_weights", kernel(Storage::bfloat16, Storage::bfloat16)).none());
  EXPECT_TRUE(explaining("float16_weights", kernel(Storage::bfloat16, Storage::own)).none());
  EXPECT_TRUE(explaining("any", kernel(Storage::float16, Storage::own)).none());
}

}  // namespace
}  // namespace attncheck
