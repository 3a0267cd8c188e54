// attncheck check --property FILE and --fault FILE: what joins the tables, and what each wrong file is told.
#include <gtest/gtest.h>

#include <regex>

#include "doors.h"
#include "tests/rooms/tree.h"

namespace attncheck::doors {
namespace {

const std::string attncheck = quoted(build_dir() / "attncheck");
const std::string signs_cancel = quoted(source_dir() / "examples/own_property/signs_cancel.cpp");
const std::string passes_relu = quoted(source_dir() / "examples/own_fault/query_passes_relu.cpp");

/// A test with a folder of its own, in which attncheck runs.
class OwnFile : public testing::Test {
 protected:
  Ran run(const std::string& arguments) const { return folder_.run(attncheck + " " + arguments); }
  void write(const std::string& name, const std::string& text) { folder_.write(name, text); }

  /// `attncheck list OPTION NAME` says `line` and ends with exit code 2.
  void expect_refused(const std::string& option, const std::string& name, const std::string& line) {
    const Ran ran = run("list " + option + " " + name);
    EXPECT_EQ(ran.code, 2) << ran.text;
    EXPECT_TRUE(ran.text.starts_with("attncheck: " + option + " " + name + ": " + line)) << ran.text;
  }

 private:
  Folder folder_{testing::UnitTest::GetInstance()->current_test_info()->name()};
};

TEST_F(OwnFile, with_a_property_is_listed_explained_and_judged_beside_ours) {
  const Ran listed = run("list --property " + signs_cancel);
  EXPECT_NE(listed.text.find("  mine/signs_cancel "), std::string::npos) << listed.text;
  EXPECT_NE(listed.text.find("  causality/future_is_invisible "), std::string::npos) << listed.text;
  const Ran explained = run("explain signs_cancel --property " + signs_cancel);
  EXPECT_NE(explained.text.find("own_property/signs_cancel.cpp\n"), std::string::npos) << explained.text;
  const Ran checked = run("check builtin:row --effort quick --dtype float32 --property " + signs_cancel);
  EXPECT_EQ(checked.code, 0) << checked.text;
  EXPECT_TRUE(std::regex_search(checked.text, std::regex("holds +mine/signs_cancel +float32 +30 problems")))
      << checked.text;
  EXPECT_NE(checked.text.find("causality/future_is_invisible"), std::string::npos) << checked.text;
}

TEST_F(OwnFile, with_a_fault_is_a_subject_which_the_property_of_another_file_falsifies) {
  const Ran ran = run("check fault:mine/query_passes_relu --effort quick --properties 'mine/*' --property " +
                      signs_cancel + " --fault " + passes_relu);
  EXPECT_EQ(ran.code, 1) << ran.text;
  EXPECT_NE(ran.text.find("falsified: fault:mine/query_passes_relu: mine/signs_cancel"), std::string::npos) << ran.text;
  std::smatch replay;
  ASSERT_TRUE(std::regex_search(ran.text, replay, std::regex("replay +attncheck (replay .*)"))) << ran.text;
  EXPECT_EQ(run(replay[1]).code, 1) << "the command that the report shows asks the same fault";
}

TEST_F(OwnFile, that_no_card_names_is_noted_and_one_that_a_fault_names_is_not) {
  const std::string check = "check builtin:row --effort quick --dtype float32 --properties 'mine/*' --property ";
  const std::string note = "note: no fault is known to falsify mine/signs_cancel; `attncheck power --property ";
  EXPECT_NE(run(check + signs_cancel).text.find(note), std::string::npos);
  EXPECT_EQ(run(check + signs_cancel + " --fault " + passes_relu).text.find("note: "), std::string::npos);
}

TEST_F(OwnFile, may_use_all_of_the_words_and_of_rapidcheck) {
  const std::string file = quoted(source_dir() / "tests/doors/uses_all_words.cpp");
  const Ran ran = run("check builtin:row --effort quick --properties 'mine/*' --property " + file);
  EXPECT_EQ(ran.code, 0) << ran.text;
}

TEST_F(OwnFile, that_is_not_there_or_no_cpp_file_is_refused) {
  expect_refused("--property", "gone.cpp", "there is no such file\n");
  write("mine.txt", "");
  expect_refused("--property", "mine.txt", "expected a C++ file (.cpp, .cc or .cxx)\n");
  expect_refused("--fault", "gone.cpp", "there is no such file\n");
}

TEST_F(OwnFile, that_does_not_compile_is_refused_with_the_messages_of_the_compiler) {
  write("bad.cpp", "int x\n");
  expect_refused("--property", "bad.cpp", "does not compile (");
  EXPECT_NE(run("list --property bad.cpp").text.find("bad.cpp:1:"), std::string::npos);
}

TEST_F(OwnFile, without_the_macro_is_refused) {
  write("none.cpp", "int x;\n");
  expect_refused("--property", "none.cpp", "defines no ATTNCHECK_PROPERTY(group, name, claim)\n");
  expect_refused("--fault", "none.cpp", "defines no ATTNCHECK_FAULT(group, name, story)\n");
  expect_refused("--property", passes_relu.substr(1, passes_relu.size() - 2),
                 "defines no ATTNCHECK_PROPERTY(group, name, claim); it defines a fault, which goes with --fault\n");
}

TEST_F(OwnFile, that_takes_a_name_of_ours_or_comes_twice_is_refused) {
  const std::string ours = (source_dir() / "properties/causality/future_is_invisible.cpp").string();
  expect_refused("--property", ours,
                 "there is a property called causality/future_is_invisible already, in attncheck itself\n");
  write("mine.cpp", read(source_dir() / "examples/own_property/signs_cancel.cpp"));
  EXPECT_EQ(run("list --property mine.cpp --property mine.cpp").text,
            "attncheck: --property mine.cpp: there is a property called mine/signs_cancel already, in mine.cpp\n");
}

TEST_F(OwnFile, that_needs_more_than_the_words_is_refused) {
  write("more.cpp",
        "#include \"attncheck/property.h\"\nvoid elsewhere();\n"
        "ATTNCHECK_PROPERTY(mine, more, \"\") { elsewhere(); check.undecided(); }\n");
  expect_refused("--property", "more.cpp",
                 "cannot be loaded, it may use attncheck/*.h and the standard library only: ");
}

TEST_F(OwnFile, with_a_cost_below_one_is_refused) {
  write("free.cpp",
        "#include \"attncheck/property.h\"\nATTNCHECK_PROPERTY(mine, free, \"\", 0) { check.undecided(); }\n");
  EXPECT_EQ(run("list --property free.cpp").text,
            "attncheck: free.cpp: the cost of property mine/free is 0, but at least 1 is expected\n");
}

TEST_F(OwnFile, that_never_runs_the_subject_does_not_hold_and_does_not_blame_it) {
  write("idle.cpp",
        "#include \"attncheck/property.h\"\nATTNCHECK_PROPERTY(mine, idle, \"\") { check.require(true, \"\"); }\n");
  const Ran idle = run("check builtin:row --effort quick --properties 'mine/*' --property idle.cpp");
  EXPECT_EQ(idle.code, 4);
  EXPECT_NE(idle.text.find("its body never ran the subject"), std::string::npos) << idle.text;
  write("rash.cpp",
        "#include \"attncheck/property.h\"\nATTNCHECK_PROPERTY(mine, rash, \"\") { check.require(false, \"no\"); }\n");
  const Ran rash = run("check builtin:row --effort quick --properties 'mine/*' --property rash.cpp");
  EXPECT_EQ(rash.code, 4);
  EXPECT_NE(rash.text.find("its body failed before it ran the subject: no"), std::string::npos) << rash.text;
}

TEST_F(OwnFile, that_asks_for_impossible_sizes_or_throws_is_a_checker_error) {
  write("none.cpp",
        "#include \"attncheck/property.h\"\nATTNCHECK_PROPERTY(mine, none, \"\") {\n"
        "  check.run(check.draw_problem(attncheck::ProblemSpec{}.tokens_between(64, 2)));\n}\n");
  const Ran none = run("check builtin:row --effort quick --properties 'mine/*' --property none.cpp");
  EXPECT_EQ(none.code, 4);
  EXPECT_NE(none.text.find("tokens from 64 to 2 cannot be drawn"), std::string::npos) << none.text;
  EXPECT_NE(none.text.find("an exception left the body"), std::string::npos) << none.text;
}

TEST_F(OwnFile, with_a_fault_whose_card_shows_nothing_is_refused) {
  write("bare.cpp",
        "#include \"attncheck/fault.h\"\nATTNCHECK_FAULT(mine, bare, \"\") { card.exposed_by = \"\"; steps.scale = {}; "
        "}\n");
  EXPECT_EQ(run("list --fault bare.cpp").text,
            "attncheck: bare.cpp: the card of fault mine/bare has no shows_on, but the smallest problem it shows on is "
            "expected\n");
}

TEST_F(OwnFile, that_decides_nothing_does_not_hold) {
  write("idle.cpp", "#include \"attncheck/property.h\"\nATTNCHECK_PROPERTY(mine, idle, \"\") { check.undecided(); }\n");
  EXPECT_EQ(run("check builtin:row --effort quick --properties 'mine/*' --property idle.cpp").code, 4);
}

/// Functions that a header of the words declares and the program defines: a return type at the start of a line, a name,
/// and no body.
std::vector<std::string> declared_functions(const std::string& text) {
  static const std::regex declaration(
      R"((?:^|\n)(?!inline|constexpr|template|extern|using|void attention)[A-Za-z][^\n(){};=#]* (\w+)\([^{}]*?\);)");
  return tree::matches(tree::without_comments(text), declaration);
}

TEST(Words, every_function_they_declare_can_be_found_by_a_loaded_file) {
  const std::string exports = read(source_dir() / "cmake/words.exports");
  int found = 0;
  for (const tree::File& file : tree::sources("src/attncheck")) {
    if (file.path.ends_with("/added.h")) continue;  // the other way round: a program defines it
    for (const std::string& name : declared_functions(file.text)) {
      ++found;
      EXPECT_NE(exports.find("attncheck::" + name + "*;"), std::string::npos)
          << file.path << " declares " << name << ", which cmake/words.exports does not name";
    }
  }
  EXPECT_GT(found, 30);
}

TEST(Words, a_subject_with_its_own_copy_of_our_attention_runs_its_own) {
  const Folder folder("own_copy");
  // The same symbols as in attncheck, and a mistake in them.
  std::string text = read(source_dir() / "src/attention/row.h");
  const std::string root = "/ root;";
  ASSERT_NE(text.find(root), std::string::npos);
  text.replace(text.find(root), root.size(), "* root;");
  folder.write("row.h", text);
  folder.write("copy.cpp",
               "#include \"attncheck/abi.h\"\n#include \"row.h\"\n"
               "void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, "
               "int causal) { attncheck::attention_by_rows(q, k, v, o, n, d, e, causal != 0); }\n");
  const Ran ran = folder.run("CXXFLAGS='-std=c++20 -I" + (source_dir() / "src").string() + "' " + attncheck +
                             " check copy.cpp --effort quick --no-save");
  EXPECT_EQ(ran.code, 1) << ran.text;
}

}  // namespace
}  // namespace attncheck::doors
