// An installation of the built tree, and the examples as somebody else's projects on it.
#include <gtest/gtest.h>

#include <regex>

#include "doors.h"

namespace attncheck::doors {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Installed, examples_build_with_find_package_and_their_tests_pass) {
  const Ran ran = run("ctest --no-tests=error --output-on-failure --test-dir " + quoted(built_examples()));
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_TRUE(has(ran.text, "tests passed, 0 tests failed out of 6")) << ran.text;
}

TEST(Installed, program_compiles_what_it_is_given_against_its_own_headers) {
  const fs::path prefix = installed();
  const Folder folder("installed");
  folder.write("mine.c", "#include \"attncheck/abi.h\"\n" + read(source_dir() / "examples/c_library/right.c"));
  const Ran ran = folder.run(quoted(prefix / "bin/attncheck") + " check mine.c --effort quick --dtype float32 " +
                             "--property " + quoted(source_dir() / "examples/own_property/signs_cancel.cpp"));
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_TRUE(has(ran.text, "-I" + (prefix / "include").string())) << ran.text;
}

TEST(Installed, files_carry_no_path_of_the_machine_that_built_them) {
  for (const auto& entry : fs::recursive_directory_iterator(installed())) {
    if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
    const std::string bytes = read(entry.path());
    // A debug build or a sanitizer names source files; what is released does not.
    const bool has_debug_info = has(bytes, ".debug_info");
    if (!has_debug_info) {
      EXPECT_FALSE(has(bytes, source_dir().string())) << entry.path();
      EXPECT_FALSE(has(bytes, build_dir().string() + "/")) << entry.path();
    }
  }
}

TEST(SourceTree, is_configured_by_add_subdirectory_beside_targets_called_as_our_rooms) {
  const std::string targets = must("ninja -C " + quoted(configured_with_source_tree()) + " -t targets all");
  EXPECT_TRUE(has(targets, "check_my_attention"));
  EXPECT_TRUE(has(targets, "libattncheck.a"));
  EXPECT_FALSE(has(targets, "rooms_test")) << "our tests are not theirs";
}

/// The program of examples/cpp_function, in a folder of its own.
Ran linked(const Folder& folder, const std::string& arguments) {
  return folder.run(quoted(built_examples() / "cpp_function/check_my_attention") + " " + arguments);
}

TEST(LinkedProgram, is_check_on_its_function_with_all_options) {
  const Folder folder("linked");
  const Ran ran = linked(folder, "--effort quick --seed 7 --dtype float64 --properties 'causality/*' --json r.json");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_TRUE(has(ran.text, "check_my_attention --effort quick --seed 7 --properties 'causality/*' --dtype float64\n"))
      << ran.text;
  EXPECT_TRUE(has(ran.text, "holds: my_attention: no counterexample")) << ran.text;
  EXPECT_TRUE(has(read(folder.path() / "r.json"), "\"subject\": \"my_attention\""));
}

TEST(LinkedProgram, without_fork_says_so_and_comes_to_the_same_verdict) {
  const Folder folder("no_fork");
  const std::string options = "--effort quick --dtype float32 ";
  const Ran forked = linked(folder, options);
  const Ran here = linked(folder, options + "--no-fork");
  EXPECT_EQ(here.code, 0) << here.text;
  EXPECT_TRUE(has(here.text, "note: --no-fork: my_attention is called in this process")) << here.text;
  EXPECT_TRUE(has(here.text, " --no-fork\n")) << here.text;
  const auto verdict = [](const std::string& text) { return text.substr(text.find("\nholds: ")); };
  EXPECT_EQ(verdict(here.text), verdict(forked.text));
}

TEST(LinkedProgram, takes_no_other_subject_and_knows_the_other_commands) {
  const Folder folder("commands");
  EXPECT_EQ(linked(folder, "check builtin:row").code, 2);
  EXPECT_EQ(linked(folder, "builtin:row").code, 2);
  EXPECT_EQ(linked(folder, "--such-an-option").code, 2);
  EXPECT_EQ(linked(folder, "list").code, 0);
  EXPECT_EQ(linked(folder, "--help").code, 0);
  const Ran own = linked(folder, "--effort quick --dtype float32 --properties 'mine/*' --property " +
                                     quoted(source_dir() / "examples/own_property/signs_cancel.cpp"));
  EXPECT_EQ(own.code, 0) << own.text;
}

TEST(GtestProgram, has_a_test_for_each_property_beside_its_own) {
  const Ran ran = run(quoted(built_examples() / "gtest_program/attention_test") + " --gtest_list_tests");
  EXPECT_TRUE(has(ran.text, "MyAttention.\n  of_one_token_is_its_value\n")) << ran.text;
  EXPECT_TRUE(has(ran.text, "future_is_invisible/float32")) << ran.text;
}

TEST(ProgramWithAdditions, lists_explains_and_judges_them_like_ours) {
  const std::string program = quoted(built_examples() / "own_fault/my_faults") + " ";
  const Ran listed = run(program + "list");
  EXPECT_TRUE(has(listed.text, "  mine/signs_cancel ")) << listed.text;
  EXPECT_TRUE(has(listed.text, "  fault:mine/query_passes_relu ")) << listed.text;
  EXPECT_TRUE(has(run(program + "explain mine/query_passes_relu").text, "own_fault/query_passes_relu.cpp"));
  const Ran twice = run(program + "list --property " + quoted(source_dir() / "examples/own_property/signs_cancel.cpp"));
  EXPECT_EQ(twice.code, 2) << twice.text;
  EXPECT_TRUE(std::regex_search(twice.text, std::regex("there is a property called mine/signs_cancel already, in .*"
                                                       "own_property/signs_cancel.cpp")))
      << twice.text;
}

}  // namespace
}  // namespace attncheck::doors
