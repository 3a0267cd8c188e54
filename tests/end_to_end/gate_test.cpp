// attncheck gate and attncheck init, as a user runs them.
#include "tests/end_to_end/command.h"

namespace attncheck::end_to_end {
namespace {

class GateCommand : public Command {};

const char* const two_subjects = R"(effort = "quick"
[[subject]]
name = "right"
path = "builtin:row"
dtype = "float32"
properties = "causality/*"
[[subject]]
name = "kernel"
path = "fault:causal/off_by_one"
dtype = "float32"
properties = "causality/future_is_invisible"
)";

TEST_F(GateCommand, one_command_judges_all_and_ends_with_a_line_a_subject) {
  write("attncheck.toml", two_subjects);
  EXPECT_EQ(attncheck("gate --json g.json --junit g.xml"), 1) << err;
  EXPECT_TRUE(out.starts_with("attncheck check builtin:row --effort quick --seed 20170612 ")) << out;
  EXPECT_TRUE(said("FALSIFIED  causality/future_is_invisible  float32\n")) << out;
  EXPECT_TRUE(
      out.ends_with("\n  holds         right\n  falsified     kernel  causality/future_is_invisible\n"
                    "gate: falsified: 1 of 2 subjects as attncheck.toml says (effort quick, seed 20170612)\n"))
      << out;
  EXPECT_EQ(err, "");
  EXPECT_EQ(nlohmann::json::parse(read(path("g.json")))["exit_code"], 1);
  EXPECT_NE(read(path("g.xml")).find("<testsuite name=\"kernel float32\""), std::string::npos);
  EXPECT_EQ(attncheck("gate --only right"), 0) << out << err;
}

TEST_F(GateCommand, a_file_elsewhere_brings_its_own_folder) {
  write("sub/kernel.c", read(ATTNCHECK_SOURCE_DIR "/tests/end_to_end/newcomer.c"));
  write("sub/attncheck.toml",
        "effort = \"quick\"\n[[subject]]\npath = \"kernel.c\"\ndtype = \"float32\"\nproperties = \"shape/*\"\n");
  EXPECT_EQ(attncheck("gate sub/attncheck.toml"), 0) << out << err;
  EXPECT_TRUE(out.starts_with("attncheck check sub/kernel.c ")) << out;
  EXPECT_FALSE(fs::exists(path("sub/attncheck-counterexamples")));
}

TEST_F(GateCommand, the_command_line_wins_over_the_file) {
  write("attncheck.toml", std::string("seed = 5\n") + two_subjects);
  EXPECT_EQ(attncheck("gate --only right --seed 6 --effort default"), 0) << out << err;
  EXPECT_TRUE(said("(effort default, seed 6)\n")) << out;
  EXPECT_EQ(attncheck("gate --only right"), 0);
  EXPECT_TRUE(said("(effort quick, seed 5)\n")) << out;
}

TEST_F(GateCommand, the_command_and_the_replay_it_shows_work) {
  write("attncheck.toml", two_subjects);
  attncheck("gate --only kernel");
  const std::string command = out.substr(out.find(' ') + 1, out.find('\n') - out.find(' ') - 1);
  const std::size_t at = out.find("attncheck replay ") + 10;
  const std::string replay = out.substr(at, out.find('\n', at) - at);
  EXPECT_EQ(attncheck(command), 1) << command << err;
  EXPECT_EQ(attncheck(replay), 1) << replay << err;
}

TEST_F(GateCommand, a_saved_counterexample_holds_once_the_subject_is_repaired) {
  write("attncheck.toml", two_subjects);
  EXPECT_EQ(attncheck("gate --only kernel"), 1);
  std::string repaired = two_subjects;
  repaired.replace(repaired.find("fault:causal/off_by_one"), 23, "builtin:matrix");
  write("attncheck.toml", repaired);
  EXPECT_EQ(attncheck("gate"), 0) << out;
  EXPECT_TRUE(
      said("asked again: attncheck-counterexamples/kernel-causality.future_is_invisible-float32.json: holds "
           "now (causality/future_is_invisible)\n"))
      << out;
  write("attncheck-counterexamples/broken.json", "{");
  EXPECT_EQ(attncheck("gate"), 4);
}

TEST_F(GateCommand, github_gets_annotations_and_a_summary_that_is_appended) {
  write("attncheck.toml", two_subjects);
  write("summary.md", "before\n");
  EXPECT_EQ(attncheck("gate --no-save", "GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md"), 1);
  EXPECT_TRUE(said("\n::error title=attncheck kernel%3A%3Acausality/future_is_invisible::")) << out;
  EXPECT_TRUE(read(path("summary.md")).starts_with("before\n### attncheck gate: falsified\n"));
  EXPECT_FALSE(fs::exists(path("attncheck-counterexamples")));
  attncheck("gate --no-save");
  EXPECT_FALSE(said("::error")) << "only there";
}

TEST_F(GateCommand, wrong_use_gets_one_line_and_code_2) {
  expect_wrong_use("gate", "attncheck.toml: cannot be read: No such file or directory");
  expect_wrong_use("gate .", ".: is no file, expected an attncheck.toml");
  write("attncheck.toml", two_subjects);
  expect_wrong_use("gate --only kernl",
                   "--only kernl: attncheck.toml has no such subject; did you mean kernel? (subjects: right, kernel)");
  expect_wrong_use("gate --seed x",
                   "--seed is x, but a whole number from 0 to 18446744073709551615 or random is expected");
  expect_wrong_use("gate --json r --junit r", "--json and --junit both name r; each needs a file of its own");
  expect_wrong_use("gate --json no/r", "no/r cannot be written: No such file or directory");
  write("attncheck.toml", "effort = \"quick\"\n[[subject]]\nname = \"kernel\"\n");
  expect_wrong_use("gate", "attncheck.toml:2: path is missing, expected a line of text");
}

TEST_F(GateCommand, init_writes_two_files_and_overwrites_neither) {
  EXPECT_EQ(attncheck("init"), 0) << err;
  EXPECT_TRUE(said("attncheck.toml is written: ") && said(".github/workflows/attncheck.yml is written: ")) << out;
  expect_wrong_use("gate", "attncheck.toml:1: there is no subject, expected at least one [[subject]]");
  write("attncheck.toml", "mine");
  expect_wrong_use("init", "attncheck.toml exists, and init overwrites nothing");
  EXPECT_EQ(read(path("attncheck.toml")), "mine");
  fs::remove(path("attncheck.toml"));
  expect_wrong_use("init .", ".github/workflows/attncheck.yml exists, and init overwrites nothing");
  EXPECT_FALSE(fs::exists(path("attncheck.toml"))) << "neither, or both";
  expect_wrong_use("init nowhere", "nowhere is no folder");
  fs::create_directories(path("other"));
  EXPECT_EQ(attncheck("init other"), 0);
  EXPECT_TRUE(said("`attncheck gate other/attncheck.toml`")) << out;
}

}  // namespace
}  // namespace attncheck::end_to_end
