// attncheck.toml: what is read, and what is refused with which line.
#include "gate/suite_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gate/init_files.h"

namespace attncheck {
namespace {

/// Line 1 opens the subject, line 2 is its path; `rest` starts at line 3.
std::string subject(const std::string& rest) { return "[[subject]]\npath = \"builtin:row\"\n" + rest; }

std::string error_of(const std::string& text, const std::string& path = "attncheck.toml") {
  try {
    read_suite_file(text, path);
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "no error";
}

TEST(SuiteFile, reads_every_key) {
  const SuiteFile file = read_suite_file(R"(effort = "quick"
seed = 7
counterexamples = "found"
[[subject]]
name = "kernel"
path = "build/libkernel.so"
entry = "mine"
entry_f64 = "mine64"
dtype = "float64"
properties = "causality/*"
declare = { max_tokens = 512, max_logit = 2.5, repeatable = false, nan = "yes", profile = "any" }
limit = { start = 90, call = 2.5, memory = 0.5 }
[[subject.expect]]
property = "causality/future_*"
reason = "issue 12"
[[subject]]
path = "builtin:row"
)",
                                         "attncheck.toml");
  EXPECT_EQ(file.effort, "quick");
  EXPECT_EQ(file.seed, 7U);
  EXPECT_EQ(file.counterexamples, "found");
  ASSERT_EQ(file.subjects.size(), 2U);
  const SuiteSubject& kernel = file.subjects[0];
  EXPECT_EQ(kernel.name, "kernel");
  EXPECT_EQ(kernel.spec, "build/libkernel.so");
  EXPECT_EQ(kernel.opening.entry.float32, "mine");
  EXPECT_EQ(kernel.opening.entry.float64, "mine64");
  EXPECT_EQ(kernel.opening.limits.start_seconds, 90);
  EXPECT_EQ(kernel.opening.limits.first_call_seconds, Limits{}.first_call_seconds);
  EXPECT_EQ(kernel.opening.limits.call_seconds, 2.5);
  EXPECT_EQ(kernel.opening.limits.resident_bytes, 512U << 10);
  EXPECT_EQ(kernel.dtype, DType::float64);
  EXPECT_EQ(kernel.properties, "causality/*");
  EXPECT_EQ(
      kernel.declared,
      (std::map<std::string, std::string>{
          {"max_logit", "2.5"}, {"max_tokens", "512"}, {"nan", "yes"}, {"profile", "any"}, {"repeatable", "no"}}));
  ASSERT_EQ(kernel.expect.size(), 1U);
  EXPECT_EQ(kernel.expect[0].property, "causality/future_*");
  EXPECT_EQ(kernel.expect[0].reason, "issue 12");
  EXPECT_EQ(file.subjects[1].name, "builtin:row") << "the path, unless it is given";
}

TEST(SuiteFile, what_is_not_given_is_what_check_does_without_options) {
  const SuiteFile file = read_suite_file(subject(""), "attncheck.toml");
  EXPECT_EQ(file.effort, "default");
  EXPECT_EQ(file.seed, default_seed);
  EXPECT_EQ(file.counterexamples, "attncheck-counterexamples");
  EXPECT_EQ(file.subjects.at(0).properties, "*");
  EXPECT_FALSE(file.subjects.at(0).dtype);
}

TEST(SuiteFile, paths_of_files_are_relative_to_its_folder_and_others_stay) {
  const auto spec = [](const std::string& path) {
    return read_suite_file("[[subject]]\npath = \"" + path + "\"", "some/where/attncheck.toml").subjects.at(0).spec;
  };
  EXPECT_EQ(spec("build/k.so"), "some/where/build/k.so");
  EXPECT_EQ(spec("../k.c"), "some/k.c");
  EXPECT_EQ(spec("/opt/k.so"), "/opt/k.so");
  EXPECT_EQ(spec("lib:k.so.1"), "lib:some/where/k.so.1");
  EXPECT_EQ(spec("cmd:./serve it"), "cmd:./serve it");
  EXPECT_EQ(spec("builtin:row"), "builtin:row");
  EXPECT_EQ(spec("fault:causal/off_by_one"), "fault:causal/off_by_one");
  EXPECT_EQ(read_suite_file(subject(""), "some/where/attncheck.toml").counterexamples,
            "some/where/attncheck-counterexamples");
}

TEST(SuiteFile, the_path_of_a_profile_is_relative_to_its_folder) {
  const std::string folder = testing::TempDir() + "attncheck-suite-profile";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/mine.toml") << "name = \"mine\"\nmeaning = \"own\"\n[[member]]\nform = \"normalise_last\"\n";
  const SuiteFile file = read_suite_file(subject("declare = { profile = \"mine.toml\" }"), folder + "/attncheck.toml");
  EXPECT_EQ(file.subjects.at(0).declared.at("profile"), folder + "/mine.toml");
  EXPECT_EQ(error_of(subject("declare = { profile = \"no.toml\" }"), folder + "/attncheck.toml"),
            folder + "/attncheck.toml:3: declare profile: " + folder +
                "/no.toml: cannot be read: No such file or "
                "directory");
  std::filesystem::remove_all(folder);
}

TEST(SuiteFile, a_random_seed_is_another_in_each_reading_and_the_largest_can_be_written) {
  const std::string random = "seed = \"random\"\n" + subject("");
  EXPECT_NE(read_suite_file(random, "a").seed, read_suite_file(random, "a").seed);
  EXPECT_EQ(read_suite_file("seed = \"18446744073709551615\"\n" + subject(""), "a").seed, ~std::uint64_t{0});
}

TEST(SuiteFile, each_mistake_at_the_top_is_one_line_that_names_its_place) {
  EXPECT_EQ(error_of(""), "attncheck.toml:1: there is no subject, expected at least one [[subject]]");
  EXPECT_EQ(error_of("subject = 3"), "attncheck.toml:1: subject is a number, expected [[subject]] tables");
  EXPECT_EQ(error_of("\nefort = \"quick\"\n" + subject("")),
            "attncheck.toml:2: unknown key efort, expected one of effort, seed, counterexamples, subject");
  EXPECT_EQ(error_of("effort = \"fast\"\n" + subject("")),
            "attncheck.toml:1: effort is \"fast\", expected one of quick, default, thorough");
  EXPECT_EQ(error_of("seed = -1\n" + subject("")),
            "attncheck.toml:1: seed is -1, expected a whole number of at least 0, or \"random\"");
  EXPECT_EQ(error_of("seed = true\n" + subject("")),
            "attncheck.toml:1: seed is true or false, expected a whole number of at least 0, or \"random\"");
  EXPECT_EQ(error_of("seed = 1.5\n" + subject("")),
            "attncheck.toml:1: seed is a number, expected a whole number of at least 0, or \"random\"");
  EXPECT_EQ(error_of("counterexamples = 3\n" + subject("")),
            "attncheck.toml:1: counterexamples is a number, expected a line of text");
  EXPECT_TRUE(error_of("\n[[subject\n").starts_with("attncheck.toml:2: this is no TOML: "));
}

TEST(SuiteFile, each_mistake_in_a_subject_is_one_line_that_names_its_place) {
  EXPECT_EQ(error_of("[[subject]]\nname = \"a\""), "attncheck.toml:1: path is missing, expected a line of text");
  EXPECT_EQ(error_of(subject("name = \"\"")), "attncheck.toml:3: name is not one line of text");
  EXPECT_EQ(error_of(subject("pth = \"x\"")),
            "attncheck.toml:3: unknown key pth, expected one of path, name, entry, entry_f64, wall, visible, dtype, "
            "properties, declare, limit, expect");
  EXPECT_EQ(error_of(subject("limit = 3")),
            "attncheck.toml:3: limit is a number, expected a table { KEY = NUMBER, ... }");
  EXPECT_EQ(error_of(subject("limit = { call = 0 }")),
            "attncheck.toml:3: limit call is 0, but a number above 0 and up to 1e+06 is expected");
  EXPECT_EQ(error_of(subject("limit = { calls = 3 }")),
            "attncheck.toml:3: unknown key calls, expected one of start, first_call, call, memory");
  EXPECT_EQ(error_of(subject("wall = 1")), "attncheck.toml:3: wall is a number, expected true or false");
  EXPECT_EQ(error_of(subject("wall = true\nvisible = \"x\"")),
            "attncheck.toml:4: visible is a string, expected an array of texts");
  EXPECT_EQ(error_of(subject("wall = true\nvisible = [\"\"]")),
            "attncheck.toml:4: an element of visible is not one line of text");
  EXPECT_EQ(error_of(subject("dtype = \"float16\"")),
            "attncheck.toml:3: dtype is \"float16\", expected one of float32, float64");
  EXPECT_EQ(error_of(subject("properties = \"causalty/*\"")),
            "attncheck.toml:3: properties is \"causalty/*\", which matches no property (attncheck list shows them)");
  EXPECT_EQ(error_of(subject("") + subject("")),
            "attncheck.toml:3: a subject before is called \"builtin:row\" too, expected another name");
  EXPECT_EQ(
      error_of(subject("name = \"a b\"\n") + subject("name = \"a/b\"")),
      "attncheck.toml:6: the counterexamples of \"a/b\" would be called as those of \"a b\", expected a name with "
      "other letters or digits");
}

TEST(SuiteFile, a_value_that_declare_refuses_is_refused_with_its_line) {
  EXPECT_EQ(error_of(subject("declare = 3")),
            "attncheck.toml:3: declare is a number, expected a table { KEY = VALUE, ... }");
  EXPECT_EQ(error_of(subject("declare = { max_token = 3 }")),
            "attncheck.toml:3: unknown key max_token, expected one of profile, max_logit, max_tokens, "
            "tokens_multiple, head_dim, max_dim, dim_multiple, square, shapes, distinct_shapes, causal, repeatable, "
            "concurrent, nan");
  EXPECT_EQ(error_of(subject("[subject.declare]\nmax_logit = 3\nmax_tokens = 2.5")),
            "attncheck.toml:5: declare max_tokens=2.5: expected a whole number of at least 1");
  EXPECT_EQ(error_of(subject("declare = { nan = 1 }")), "attncheck.toml:3: declare nan=1: expected yes or no");
  EXPECT_EQ(error_of(subject("declare = { nan = [1] }")),
            "attncheck.toml:3: declare nan is an array, expected a number, true, false or text");
  EXPECT_TRUE(error_of(subject("declare = { profile = \"flaot32\" }"))
                  .starts_with("attncheck.toml:3: declare profile=flaot32: expected one of any, "));
}

TEST(SuiteFile, an_expectation_needs_a_reason_and_a_property_that_is_asked) {
  const std::string head = "[[subject.expect]]\n";
  EXPECT_EQ(error_of(subject(head + "property = \"causality/*\"")),
            "attncheck.toml:3: reason is missing, expected a line of text");
  EXPECT_EQ(error_of(subject(head + "property = \"causality/*\"\nreason = \"\"")),
            "attncheck.toml:5: reason is not one line of text");
  EXPECT_EQ(error_of(subject(head + "reason = \"issue 1\"")),
            "attncheck.toml:3: property is missing, expected a line of text");
  EXPECT_EQ(error_of(subject(head + "property = \"future_is_invisble\"\nreason = \"issue 1\"")),
            "attncheck.toml:4: property is \"future_is_invisble\", which matches no property; did you mean "
            "causality/future_is_invisible? (attncheck list shows them)");
  EXPECT_EQ(error_of(subject("properties = \"shape/*\"\n" + head + "property = \"causality/*\"\nreason = \"issue 1\"")),
            "attncheck.toml:5: property is \"causality/*\", expected one that properties = \"shape/*\" matches too");
  const std::string one = head + "property = \"causality/*\"\nreason = \"issue 1\"\n";
  EXPECT_EQ(error_of(subject(one + one)), "attncheck.toml:7: causality/* is expected to fail already");
  EXPECT_EQ(error_of(subject("expect = \"causality/*\"")),
            "attncheck.toml:3: expect is a string, expected [[subject.expect]] tables");
  EXPECT_EQ(error_of(subject(head + "property = \"accuracy/one_arithmetic_explains_all\"\nreason = \"issue 1\"")),
            "no error");
}

TEST(SuiteFile, a_file_that_is_missing_is_named) {
  try {
    load_suite_file("no/attncheck.toml");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no/attncheck.toml: cannot be read: No such file or directory");
  }
}

/// The template with the # taken away from its keys.
std::string filled_in(std::string text) {
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    if (text[at] == '#' && text[at + 1] != ' ') text.erase(at, 1);
  return text;
}

TEST(Init, what_it_writes_is_read_and_says_that_a_subject_has_to_be_filled_in) {
  const std::string text = suite_template();
  EXPECT_EQ(error_of(text), "attncheck.toml:1: there is no subject, expected at least one [[subject]]");
  EXPECT_NE(text.find("FILL IN"), std::string::npos);
}

TEST(Init, its_examples_are_read_when_they_are_filled_in) {
  const SuiteFile file = read_suite_file(filled_in(suite_template()), "attncheck.toml");
  const SuiteFile plain = read_suite_file(subject(""), "attncheck.toml");
  EXPECT_EQ(file.effort, plain.effort);
  EXPECT_EQ(file.seed, plain.seed);
  EXPECT_EQ(file.counterexamples, plain.counterexamples);
  ASSERT_EQ(file.subjects.size(), 1U);
  EXPECT_EQ(file.subjects[0].spec, "build/libkernel.so");
  EXPECT_EQ(file.subjects[0].declared.at("max_tokens"), "512");
  ASSERT_EQ(file.subjects[0].expect.size(), 1U);
}

TEST(Init, the_workflow_runs_the_gate_with_two_kinds_of_seeds_and_marks_what_has_to_be_filled_in) {
  const std::string text = workflow_template();
  for (const char* part : {"pull_request:", "schedule:", "attncheck gate", "--seed random", "if: failure()",
                           "actions/upload-artifact", "FILL IN", "attncheck-counterexamples"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find('\t'), std::string::npos) << "YAML has no tabs";
}

}  // namespace
}  // namespace attncheck
