// attncheck check and power in parts, put together by attncheck merge, as a user runs them.
#include <regex>

#include "tests/end_to_end/command.h"

namespace attncheck::end_to_end {
namespace {

class ShardCommand : public Command {
 protected:
  static std::string without_seconds(const std::string& text) {
    static const std::regex seconds(R"re("seconds": [^,\n]*|time="[^"]*"| +[0-9.]+ s\b)re");
    return std::regex_replace(text, seconds, "");
  }

  void split(const std::string& command, int count) {
    fs::remove_all(path("parts"));
    for (int number = 1; number <= count; ++number)
      attncheck(command + " --out parts --shard " + std::to_string(number) + "/" + std::to_string(count));
  }

  /// The report, and what --json and --junit write, of one run and of every number of shards.
  void expect_same(const std::string& check, int code) {
    const std::string files = " --json r.json --junit r.xml";
    EXPECT_EQ(attncheck(check + files), code) << out << err;
    const std::string report = out, json = without_seconds(read(path("r.json")));
    const std::string junit = without_seconds(read(path("r.xml")));
    for (const int count : {1, 3}) {
      split(check, count);
      EXPECT_EQ(attncheck("merge parts" + files), code) << out << err;
      EXPECT_EQ(out, report) << count;
      EXPECT_EQ(err, "") << count;
      EXPECT_EQ(without_seconds(read(path("r.json"))), json) << count;
      EXPECT_EQ(without_seconds(read(path("r.xml"))), junit) << count;
    }
  }
};

TEST_F(ShardCommand, parts_of_a_falsified_subject_say_together_what_one_run_says) {
  expect_same("check fault:scale/missing --effort quick --properties 'scaling/scale_is*'", 1);
  EXPECT_TRUE(said("\ndiagnosis: behaves like scale/missing")) << out;
  EXPECT_TRUE(fs::exists(path("attncheck-counterexamples")));
}

TEST_F(ShardCommand, parts_of_a_subject_that_holds_say_together_what_one_run_says) {
  expect_same("check builtin:row --effort quick --dtype float32 --properties 'average/*'", 0);
}

TEST_F(ShardCommand, what_comes_after_a_failure_is_withheld_however_it_is_split) {
  expect_same("check fault:scale/missing --effort quick --dtype float32 --properties 'sc*' --fail-fast", 1);
}

TEST_F(ShardCommand, that_is_missing_is_not_judged_and_never_a_pass) {
  const std::string check = "check builtin:row --effort quick --dtype float32 --properties 'average/*' --out parts";
  EXPECT_EQ(attncheck(check + " --shard 1/2"), 0) << err;
  EXPECT_TRUE(out.ends_with("shard 1/2: 3 asked, a property on a dtype each; attncheck merge parts has the verdict\n"))
      << out;
  EXPECT_EQ(attncheck("merge parts"), 4);
  EXPECT_TRUE(said("  gave_up         average/duplicate_key_shares_its_weight")) << out;
  EXPECT_TRUE(said("shard 2/2 is missing\n")) << out;
  EXPECT_TRUE(said("no verdict: builtin:row: 2 gave_up, 3 holds")) << out;
}

TEST_F(ShardCommand, that_was_ended_keeps_what_was_decided) {
  const std::string check = "check builtin:row --effort quick --dtype float32 --properties 'average/*' --out parts";
  EXPECT_EQ(attncheck(check + " --shard 1/1 --seconds 0.000001"), 4) << err;
  EXPECT_EQ(attncheck("merge parts"), 4);
  EXPECT_TRUE(said("shard 1/1 did not finish it\n")) << out;
}

TEST_F(ShardCommand, of_a_subject_that_is_not_there_any_more_still_says_what_it_found) {
  write("kernel.c", read(ATTNCHECK_SOURCE_DIR "/examples/c_library/wrong.c"));
  split("check kernel.c --effort quick --dtype float32 --properties 'scaling/scale_is_i*'", 1);
  fs::remove(path("kernel.c"));
  EXPECT_EQ(attncheck("merge parts"), 1) << err;
  EXPECT_TRUE(said("FALSIFIED  scaling/scale_is_inverse_sqrt_head_dim")) << out;
  EXPECT_FALSE(said("diagnosis:")) << out;
  EXPECT_TRUE(err.starts_with("note: kernel.c cannot be asked again here (")) << err;
}

TEST_F(ShardCommand, of_a_measurement_are_one_measurement) {
  const std::string power = "power --seeds 1 --faults 'scale/missing' --no-peers";
  const int code = attncheck(power + " --json r.json");
  const std::string report = without_seconds(out), json = without_seconds(read(path("r.json")));
  split(power, 2);
  EXPECT_EQ(attncheck("merge parts --json r.json"), code) << out << err;
  EXPECT_EQ(without_seconds(out), report);
  EXPECT_EQ(without_seconds(read(path("r.json"))), json);
  fs::remove(path("parts/power/2-of-2.json"));
  EXPECT_EQ(attncheck("merge parts"), code == 0 ? 4 : code) << out << err;
  EXPECT_TRUE(said("  not judged: builtin:row: shard 2/2 is missing\n")) << out;
}

TEST_F(ShardCommand, wrong_use_is_one_line) {
  const std::string check = "check builtin:row --effort quick --dtype float32 --properties 'average/on*' ";
  expect_wrong_use(check + "--shard 0/2", "--shard is 0/2, but NUMBER/COUNT as 2/3 is expected");
  expect_wrong_use(check + "--shard 1/2 --seed random",
                   "--seed random and --shard: each shard would draw another; a number is expected");
  expect_wrong_use(check + "--shard 1/2 --json r.json", "--json excludes --shard (attncheck check --help)");
  write("empty/x", "");
  expect_wrong_use(
      "merge empty",
      "empty: holds nothing to merge, expected what attncheck check, power or grade wrote with --shard and "
      "--out");
  attncheck(check + "--shard 1/2 --out one");
  attncheck(check + "--shard 1/2 --out two");
  expect_wrong_use("merge one two", "one/check/1-of-2.json and two/check/1-of-2.json are both shard 1/2");
  attncheck(check + "--seed 3 --shard 2/2 --out two");
  fs::remove(path("two/check/1-of-2.json"));
  expect_wrong_use("merge one two", "one/check/1-of-2.json and two/check/2-of-2.json are not of the same command");
  expect_wrong_use("merge one --json one/check/1-of-2.json",
                   "--json one/check/1-of-2.json: the run reads this file, and would overwrite it; another name is "
                   "expected");
  expect_wrong_use("merge one --markdown m.md", "--markdown has no meaning for shards of a check");
  write("mixed/check/1-of-2.json", "{}");
  expect_wrong_use("merge mixed",
                   "mixed/check/1-of-2.json: is no shard of a check: [json.exception.out_of_range.403] key 'format' "
                   "not found");
  write("mixed/power/1-of-2.json", "{}");
  expect_wrong_use("merge mixed", "mixed: hold shards of check, power; each is merged by itself");
}

}  // namespace
}  // namespace attncheck::end_to_end
