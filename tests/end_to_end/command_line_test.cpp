// The built binary, as a user runs it: what it prints and its exit code.
#include "tests/end_to_end/command.h"

namespace attncheck::end_to_end {
namespace {

class CommandLine : public Command {};

TEST_F(CommandLine, a_correct_subject_holds_and_nothing_is_written) {
  EXPECT_EQ(attncheck("check builtin:row --effort quick --dtype float32"), 0) << out << err;
  EXPECT_TRUE(out.starts_with("attncheck check builtin:row --effort quick --seed 20170612 --dtype float32\n")) << out;
  EXPECT_NE(out.find("\nholds: builtin:row: no counterexample in "), std::string::npos) << out;
  EXPECT_EQ(err, "");
  EXPECT_FALSE(fs::exists(path("attncheck-counterexamples")));
}

TEST_F(CommandLine, a_subject_is_not_asked_logits_beyond_those_it_declares) {
  EXPECT_EQ(attncheck("check '" ATTNCHECK_SOURCE_DIR
                      "/tests/end_to_end/limited_logits.c' --effort quick --declare max_logit=2"),
            0)
      << out << err;
}

TEST_F(CommandLine, a_row_that_sees_no_number_is_shown_and_not_judged) {
  const std::string file =
      "'" ATTNCHECK_SOURCE_DIR "/docs/findings/pytorch_sdpa_nan-causality.nan_reaches_rows_that_see_it-float32.json'";
  EXPECT_EQ(attncheck("replay " + file + " builtin:row"), 0) << out << err;
  EXPECT_TRUE(said("row 1 sees keys 0 to 1\n  what it sees is not finite: no definition says what its attention is"))
      << out;
  EXPECT_EQ(attncheck("replay " + file + " fault:softmax/no_max_shift"), 0) << out << err;
}

TEST_F(CommandLine, a_fault_is_falsified_and_its_counterexample_can_be_replayed) {
  ASSERT_EQ(attncheck("check fault:scale/missing --effort quick --dtype float32 --json r.json --junit r.xml"), 1)
      << err;
  const auto result = json("r.json");
  EXPECT_EQ(result["verdict"], "falsified");
  EXPECT_EQ(result["exit_code"], 1);
  EXPECT_NE(read(path("r.xml")).find("<failure type=\"falsified\""), std::string::npos);
  const std::string file =
      "attncheck-counterexamples/fault_scale_missing-scaling.scale_is_inverse_sqrt_head_dim-float32.json";
  EXPECT_NE(out.find("  replay   attncheck replay " + file + " fault:scale/missing\n"), std::string::npos) << out;
  EXPECT_EQ(attncheck("replay " + file + " fault:scale/missing"), 1) << out << err;
  EXPECT_NE(out.find("first bad cell"), std::string::npos) << out;
  EXPECT_EQ(attncheck("replay " + file + " builtin:row"), 0) << out << err;
  EXPECT_NE(out.find("every element is within the bound"), std::string::npos) << out;
  write("other.json", [&] {
    std::string text = read(path(file));
    return text.replace(text.find("\"any\""), 5, "\"some\"");
  }());
  EXPECT_EQ(attncheck("replay other.json"), 2);
  EXPECT_TRUE(err.starts_with("attncheck: other.json: /profile: unknown profile \"some\"; known are any, ")) << err;
  EXPECT_EQ(attncheck("replay " + file), 0) << "no subject was given, so none is judged";
  EXPECT_NE(out.find("as saved in the file"), std::string::npos) << out;
}

TEST_F(CommandLine, a_falsified_subject_is_told_its_mistake_unless_that_is_declined) {
  const std::string command = "check fault:scale/missing --effort quick --dtype float32 --no-save";
  EXPECT_EQ(attncheck(command), 1);
  EXPECT_NE(out.find("\ndiagnosis: behaves like scale/missing"), std::string::npos) << out;
  EXPECT_EQ(attncheck(command + " --no-diagnosis"), 1);
  EXPECT_EQ(out.find("diagnosis:"), std::string::npos) << out;
  EXPECT_EQ(attncheck("check builtin:row --effort quick --dtype float32"), 0);
  EXPECT_EQ(out.find("diagnosis:"), std::string::npos) << "of a subject that holds: " << out;
}

TEST_F(CommandLine, the_same_command_gives_the_same_report) {
  attncheck("check fault:causal/off_by_one --effort quick --dtype float32 --properties 'causality/*' --no-save");
  const std::string first = out;
  attncheck("check fault:causal/off_by_one --effort quick --dtype float32 --properties 'causality/*' --no-save");
  EXPECT_EQ(out, first);
  attncheck(
      "check fault:causal/off_by_one --effort quick --dtype float32 --properties 'causality/*' --no-save --seed 5");
  EXPECT_NE(out, first);
  EXPECT_FALSE(fs::exists(path("attncheck-counterexamples")));
}

TEST_F(CommandLine, a_random_seed_is_printed) {
  attncheck("check builtin:row --effort quick --dtype float32 --properties 'shape/*' --seed random");
  const std::string first = out.substr(0, out.find('\n'));
  EXPECT_NE(first.find(" --seed "), std::string::npos) << out;
  attncheck("check builtin:row --effort quick --dtype float32 --properties 'shape/*' --seed random");
  EXPECT_NE(out.substr(0, out.find('\n')), first);
}

TEST_F(CommandLine, a_hand_written_problem_is_traced_with_known_numbers) {
  write("x.json",
        R"({"format": "attncheck counterexample", "version": 1, "problem": {"dtype": "float32", "causal": true,
                      "query": [[0, 0, 0, 0], [2, 0, 0, 0]], "key": [[0, 0, 0, 0], [0, 0, 0, 0]], "value": [[3], [5]]}})");
  EXPECT_EQ(attncheck("replay x.json builtin:row"), 0) << out << err;
  EXPECT_NE(out.find("scale     1/sqrt(4) = 0.5\n"), std::string::npos) << out;
  EXPECT_NE(out.find("row 0 sees key 0\n"), std::string::npos) << out;
  EXPECT_NE(out.find("  weights                    0.5            0.5\n  output                       4\n"),
            std::string::npos)
      << out;
}

TEST_F(CommandLine, wrong_use_gets_one_line_and_code_2) {
  expect_wrong_use("chekc builtin:row",
                   "chekc is no command (check, gate, grade, merge, init, power, list, explain, replay, lesson, probe, "
                   "shim, export, "
                   "judge); did you mean check?");
  expect_wrong_use("my.c",
                   "my.c is no command (check, gate, grade, merge, init, power, list, explain, replay, lesson, probe, "
                   "shim, export, judge); "
                   "to check it: attncheck check my.c");
  expect_wrong_use("check", "SUBJECT is required (attncheck check --help)");
  expect_wrong_use("check builtin:row --sed",
                   "The following argument was not expected: --sed (attncheck check --help)");
  expect_wrong_use("check builtin:row --effort fast",
                   "--effort: fast not in {quick,default,thorough} (attncheck check --help)");
  expect_wrong_use("check builtin:row --seed -1",
                   "--seed is -1, but a whole number from 0 to 18446744073709551615 or random is expected");
  expect_wrong_use("check builtin:row --seconds 0", "--seconds is 0, but a positive number is expected");
  expect_wrong_use("check builtin:row --declare max_logit", "--declare is max_logit, but KEY=VALUE is expected");
  expect_wrong_use("check builtin:row --declare max_logit=3 --declare max_logit=4", "--declare gives max_logit twice");
  expect_wrong_use("check builtin:row --declare max_logit=much",
                   "--declare max_logit=much: expected a positive number");
  expect_wrong_use(
      "check builtin:row --limit calls=3",
      "--limit calls=3: there is no key calls; did you mean call? (keys: start, first_call, call, memory)");
  expect_wrong_use("check builtin:row --limit call=soon", "--limit call is soon, but a number is expected");
  expect_wrong_use("check builtin:row --limit memory=-1",
                   "--limit memory is -1, but a number above 0 and up to 1e+06 is expected");
  expect_wrong_use("check builtin:row --json ''", "--json is empty, but a value is expected");
  expect_wrong_use("check builtin:row --seed ''", "--seed is empty, but a value is expected");
  expect_wrong_use("check builtin:row --save ''", "--save is empty, but a value is expected");
  expect_wrong_use("check a.c --entry ''", "--entry is empty, but a value is expected");
  expect_wrong_use("check ''", "SUBJECT is empty, but a value is expected");
  expect_wrong_use("power --markdown ''", "--markdown is empty, but a value is expected");
  expect_wrong_use("check builtin:row --json r --junit r",
                   "--json and --junit both name r; each needs a file of its own");
  expect_wrong_use("explain future_is_invisble",
                   "future_is_invisble is no property, fault or profile; did you mean causality/future_is_invisible? "
                   "(attncheck list shows them)");
  expect_wrong_use("replay missing.json", "missing.json: cannot be read: No such file or directory");
}

TEST_F(CommandLine, files_that_cannot_be_written_are_refused_before_the_run) {
  expect_wrong_use("check builtin:row --json nowhere/r.json",
                   "nowhere/r.json cannot be written: No such file or directory");
  expect_wrong_use("check builtin:row --junit nowhere/r.xml",
                   "nowhere/r.xml cannot be written: No such file or directory");
  write("file", "");
  expect_wrong_use("check builtin:row --save file",
                   "the folder file cannot be made: Not a directory; --save DIR or --no-save");
}

TEST_F(CommandLine, an_unknown_subject_is_wrong_use) {
  for (const char* subject : {"builtin:rwo", "fault:scale/mising", "nope.c", "nope.so", "nonsense"}) {
    EXPECT_EQ(attncheck(std::string("check ") + subject), 2) << subject;
    EXPECT_TRUE(err.starts_with("attncheck: ")) << err;
    EXPECT_EQ(out, "") << subject;
  }
}

TEST_F(CommandLine, a_subject_that_does_not_compile_is_code_3_also_in_the_files) {
  write("bad.c", "int x");
  EXPECT_EQ(attncheck("check bad.c --json r.json --junit r.xml"), 3);
  EXPECT_TRUE(out.starts_with("not started: bad.c: ")) << out;
  EXPECT_EQ(json("r.json")["exit_code"], 3);
  EXPECT_NE(read(path("r.xml")).find("errors=\"1\""), std::string::npos);
}

TEST_F(CommandLine, a_subject_that_does_not_start_is_named_once_and_a_compiler_that_makes_nothing_is_told) {
  EXPECT_EQ(attncheck("check cmd:true"), 3);
  EXPECT_TRUE(out.starts_with("not started: cmd:true did not start: ")) << out;
  write("good.c", "int x;");
  EXPECT_EQ(attncheck("check good.c", "CC=true"), 3);
  EXPECT_TRUE(out.starts_with("not started: good.c: the compiler reported no error and made no file; CC, ")) << out;
}

TEST_F(CommandLine, a_temporary_folder_that_cannot_be_made_is_code_3_and_names_it) {
  write("ok.c", "#include <stddef.h>\nvoid attention(void) {}\n");
  setenv("TMPDIR", "/nowhere/at/all", 1);
  EXPECT_EQ(attncheck("check ok.c"), 3);
  unsetenv("TMPDIR");
  EXPECT_NE(out.find("no temporary folder /nowhere/at/all/attncheck-"), std::string::npos) << out;
}

TEST_F(CommandLine, a_file_whose_name_starts_with_a_dash_is_compiled_and_not_taken_for_an_option) {
  fs::copy_file(ATTNCHECK_SOURCE_DIR "/tests/end_to_end/newcomer.c", path("-wl.c"));
  EXPECT_EQ(attncheck("check --effort quick --no-save -- -wl.c"), 0) << out << err;
}

TEST_F(CommandLine, what_the_environment_decides_about_the_draws_is_part_of_the_command_shown) {
  setenv("RC_PARAMS", "max_success=3", 1);
  EXPECT_EQ(attncheck("check builtin:row --properties 'shape/*' --dtype float32"), 0) << err;
  unsetenv("RC_PARAMS");
  EXPECT_TRUE(out.starts_with("RC_PARAMS=max_success=3 attncheck check builtin:row ")) << out;
}

TEST_F(CommandLine, a_selection_that_matches_nothing_is_code_4) {
  EXPECT_EQ(attncheck("check builtin:row --properties causality/future --json r.json"), 4);
  EXPECT_TRUE(out.starts_with("no verdict: builtin:row: no property matches causality/future; did you mean ")) << out;
  EXPECT_EQ(json("r.json")["exit_code"], 4);
}

TEST_F(CommandLine, the_emergency_brake_is_no_verdict) {
  EXPECT_EQ(attncheck("check builtin:row --effort thorough --dtype float32 --seconds 0.001"), 4);
  EXPECT_NE(out.find("gave_up"), std::string::npos) << out;
}

TEST_F(CommandLine, a_report_that_cannot_be_printed_is_not_a_pass) {
  EXPECT_EQ(attncheck("check builtin:row --effort quick --dtype float32 --properties 'shape/*' >/dev/full 2>&1; "
                      "test $? = 4"),
            0);
}

TEST_F(CommandLine, without_arguments_prints_the_help_and_is_wrong_use) {
  EXPECT_EQ(attncheck(""), 2);
  EXPECT_NE(out.find("Subcommands:"), std::string::npos);
  EXPECT_EQ(attncheck("--help"), 0);
  EXPECT_EQ(attncheck("check --help"), 0);
  EXPECT_NE(out.find("exit codes: 0 every property holds"), std::string::npos) << out;
  EXPECT_EQ(attncheck("--version"), 0);
  EXPECT_EQ(out, "attncheck 0.1.0\n");
}

TEST_F(CommandLine, everything_that_is_listed_can_be_explained_and_opened) {
  ASSERT_EQ(attncheck("list"), 0);
  std::istringstream lines(out);
  int explained = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    if (name.starts_with("builtin:")) {
      EXPECT_EQ(attncheck("check " + name + " --effort quick --dtype float32 --properties 'shape/*'"), 0) << name;
      continue;
    }
    EXPECT_EQ(attncheck("explain " + name), 0) << name << err;
    EXPECT_NE(out.find(name.starts_with("fault:") ? name.substr(6) : name), std::string::npos) << out;
    ++explained;
  }
  EXPECT_GT(explained, 20);
}

TEST_F(CommandLine, problems_are_exported_once_and_answers_are_needed) {
  EXPECT_EQ(attncheck("export --problems here --properties 'causality/row_zero*' --dtype float32"), 0) << err;
  EXPECT_NE(out.find("problems are in here/problems."), std::string::npos) << out;
  EXPECT_TRUE(fs::exists(path("here/problems/00001.npz")));
  expect_wrong_use("export --problems here",
                   "here/attncheck-export.json: is there already, expected a folder without an export");
  EXPECT_EQ(attncheck("judge here"), 2);
  EXPECT_TRUE(err.starts_with("attncheck: here/answers/00001.npy: is missing")) << err;
  expect_wrong_use("judge nowhere",
                   "nowhere/attncheck-export.json: cannot be read, expected what attncheck export writes");
}

TEST_F(CommandLine, a_shim_is_printed_by_its_name) {
  EXPECT_EQ(attncheck("shim attncheck_shim.py"), 0);
  EXPECT_NE(out.find("docs/formats.md"), std::string::npos);
  expect_wrong_use("shim attncheck_shim.pl",
                   "there is no shim attncheck_shim.pl; did you mean attncheck_shim.py or "
                   "attncheck_shim.c or attncheck_shim.hpp? "
                   "(attncheck shim --help names them)");
}

TEST_F(CommandLine, a_page_is_one_file_that_holds_the_finding_and_the_json) {
  EXPECT_EQ(attncheck("check fault:scale/missing --effort quick --dtype float32 --no-save --properties 'scaling/*' "
                      "--html page.html --json result.json"),
            1);
  const std::string page = read(path("page.html"));
  for (const char* part : {"<!DOCTYPE html>", "scaling/scale_is_inverse_sqrt_head_dim", "<svg", "first bad\""})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  for (const char* part : {"http:", "https:", "src="}) EXPECT_EQ(page.find(part), std::string::npos) << part;
  expect_wrong_use("check builtin:row --html a --json a",
                   "--json and --html both name a; each needs a file of its own");
}

TEST_F(CommandLine, a_program_declares_and_the_report_says_so) {
  EXPECT_EQ(attncheck("check 'cmd:perl " ATTNCHECK_SOURCE_DIR
                      "/tests/language/speaker.pl declares' --effort quick --properties 'scaling/scale*' --no-save"),
            0)
      << out << err;
  EXPECT_NE(out.find("declares max_tokens=7"), std::string::npos) << out;
  expect_wrong_use("check 'cmd:perl " ATTNCHECK_SOURCE_DIR "/tests/language/speaker.pl right' --declare concurrent=yes",
                   "--declare concurrent=yes: cmd:perl " ATTNCHECK_SOURCE_DIR
                   "/tests/language/speaker.pl right is a program, which answers one problem at a time");
}

}  // namespace
}  // namespace attncheck::end_to_end
