// attncheck grade, as a teacher runs it.
#include "tests/end_to_end/command.h"

namespace attncheck::end_to_end {
namespace {

/// Two cheap groups, so that a class takes a second.
const char* const small_rubric = R"(assignment = "one"
secret = "secret"
[[group]]
name = "Shape"
points = 4
properties = ["shape/*"]
[[group]]
name = "Average"
points = 6
properties = ["average/one_key_returns_its_value", "average/equal_logits_average"]
)";

const std::string secret(64, '7');

class GradeCommand : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    write("rubric.toml", small_rubric);
    write("secret", secret + "\n");
    hand_in("ada.cpp", "ada.cpp");
    hand_in("nia.cpp", "nia.cpp");
  }

  void hand_in(const std::string& as, const std::string& submission) const {
    write("class/" + as, read(fs::path(ATTNCHECK_SOURCE_DIR "/examples/submissions") / submission));
  }
};

TEST_F(GradeCommand, one_command_grades_a_folder) {
  EXPECT_EQ(attncheck("grade class --out results"), 0) << out << err;
  EXPECT_TRUE(said("ada        10 of 10\n")) << out;
  EXPECT_TRUE(said("nia         7 of 10  behaves like softmax/sum_not_divided")) << out;
  EXPECT_TRUE(out.ends_with("2 of 2 submissions graded; mean 85.0 %, median 85.0 %\nresults: results\n")) << out;
  EXPECT_EQ(err, "");
  EXPECT_TRUE(read(path("results/scores.csv")).starts_with("student,file,earned,possible,Shape,Average,mistake,"));
  EXPECT_NE(read(path("results/feedback/nia.md")).find("FALSIFIED  average/equal_logits_average"), std::string::npos);
  EXPECT_NE(read(path("results/class.html")).find("nia"), std::string::npos);
  EXPECT_EQ(json("results/gradescope/nia.json")["score"], 7);
  EXPECT_EQ(json("results/submissions/nia.json")["earned"], 7);
}

TEST_F(GradeCommand, of_one_student_tells_github_what_was_lost_and_appends_the_feedback) {
  write("summary.md", "before\n");
  EXPECT_EQ(
      attncheck("grade class/nia.cpp --single --out results", "GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md"), 0);
  EXPECT_TRUE(said("::warning title=attncheck Average%3A average/equal_logits_average::")) << out;
  EXPECT_TRUE(read(path("summary.md")).starts_with("before\n# ")) << read(path("summary.md"));
}

TEST_F(GradeCommand, what_is_graded_is_not_graded_again_and_what_changed_is) {
  attncheck("grade class --out results");
  const std::string before = read(path("results/scores.csv"));
  EXPECT_EQ(attncheck("grade class --out results"), 0);
  EXPECT_TRUE(out.starts_with("2 graded before, and nothing of them has changed since\n")) << out;
  EXPECT_EQ(read(path("results/scores.csv")), before);
  hand_in("nia.cpp", "ada.cpp");
  EXPECT_EQ(attncheck("grade class --out results"), 0);
  EXPECT_TRUE(said("nia        10 of 10\n1 graded before")) << out;
}

TEST_F(GradeCommand, who_cannot_be_graded_gets_no_score_and_no_zero) {
  write("class/empty/notes.txt", "");
  EXPECT_EQ(attncheck("grade class --out results"), 4) << out;
  EXPECT_TRUE(said("empty      not graded  there is no file in it that attncheck can run\n")) << out;
  EXPECT_NE(read(path("results/scores.csv")).find("\nempty,class/empty,,10.00,,,"), std::string::npos);
  EXPECT_FALSE(json("results/gradescope/empty.json").contains("score"));
}

TEST_F(GradeCommand, one_student_can_be_graded_alone) {
  EXPECT_EQ(attncheck("grade class/nia.cpp --single --out results"), 0) << out << err;
  EXPECT_TRUE(said("1 of 1 submissions graded")) << out;
}

TEST_F(GradeCommand, the_hidden_seed_is_nowhere_and_the_secret_neither) {
  attncheck("grade class --out results --jobs 2");
  const std::string hidden = "14571384745188926044";
  std::string all = out + err;
  for (const auto& entry : fs::recursive_directory_iterator(path("results")))
    if (entry.is_regular_file()) all += read(entry.path());
  EXPECT_EQ(all.find(secret), std::string::npos);
  EXPECT_EQ(all.find(hidden), std::string::npos);
}

TEST_F(GradeCommand, a_submission_does_not_choose_what_it_is_asked) {
  write("class/sly.py",
        "ATTNCHECK = {'tensors': 'lists', 'max_tokens': 1, 'profile': 'any', 'max_dim': 1}\n"
        "def attention(query, key, value, causal):\n    return value\n");
  EXPECT_EQ(attncheck("grade class --out results --jobs 1"), 0) << out << err;
  EXPECT_NE(json("results/submissions/sly.json")["earned"], 10);
  EXPECT_EQ(json("results/submissions/sly.json")["possible"], 10);
  EXPECT_TRUE(said("average/equal_logits_average")) << out;
}

TEST_F(GradeCommand, shards_put_together_are_the_class_and_a_missing_one_is_not_graded) {
  hand_in("ben.cpp", "cleo.cpp");
  attncheck("grade class --out whole");
  EXPECT_EQ(attncheck("grade class --out one --shard 1/2"), 0) << err;
  EXPECT_TRUE(said("2 of 2 submissions graded")) << out;
  EXPECT_EQ(attncheck("merge one"), 4);
  EXPECT_TRUE(said("ben      not graded  shard 2/2 is missing\n")) << out;
  EXPECT_NE(read(path("one/scores.csv")).find("\nben,,,10.00,,,"), std::string::npos) << read(path("one/scores.csv"));
  EXPECT_EQ(attncheck("grade class --out two --shard 2/2"), 0) << err;
  EXPECT_EQ(attncheck("merge one two --out all"), 0) << out << err;
  EXPECT_EQ(read(path("all/scores.csv")), read(path("whole/scores.csv")));
  EXPECT_EQ(read(path("all/feedback/nia.md")), read(path("whole/feedback/nia.md")));
  EXPECT_EQ(attncheck("grade class --out one --shard 2/2"), 0);
  EXPECT_EQ(attncheck("merge one"), 0) << out << err;
  expect_wrong_use(
      "merge class",
      "class: holds nothing to merge, expected what attncheck check, power or grade wrote with --shard and --out");
  expect_wrong_use("grade class --shard 3/2", "--shard is 3/2, but NUMBER/COUNT as 2/3 is expected");
  write("rubric.toml", std::string(small_rubric) + "scoring = \"all\"\n");
  attncheck("grade class --out two --shard 2/2");
  expect_wrong_use("merge one two", "one/class/1-of-2.json and two/class/2-of-2.json are not of the same rubric");
}

TEST_F(GradeCommand, init_writes_what_grade_takes) {
  EXPECT_EQ(attncheck("grade --init course"), 0) << err;
  EXPECT_EQ(fs::status(path("course/secret")).permissions(), fs::perms{0600});
  EXPECT_TRUE(fs::exists(path("course/starter/attention.py")));
  EXPECT_FALSE(fs::exists(path("course/starter/secret")));
  write("only/zoe.cpp", "no C++");
  EXPECT_EQ(attncheck("grade only --rubric course/rubric.toml --out results"), 0) << out << err;
  EXPECT_TRUE(said("zoe        0 of 100  only/zoe.cpp: does not compile\n")) << out;
  expect_wrong_use("grade --init course", "course/secret exists, and --init overwrites nothing");
}

TEST_F(GradeCommand, a_machine_without_a_compiler_or_without_our_headers_grades_nobody) {
  EXPECT_EQ(attncheck("grade class --out results", "CXX=no-such-compiler"), 4);
  EXPECT_TRUE(said("ada      not graded  class/ada.cpp: the compiler cannot work on this machine\n")) << out;
  fs::copy_file(ATTNCHECK_BINARY_DIR "/attncheck", path("moved"));
  write("mine.c", "#include <attncheck/abi.h>\n");
  EXPECT_EQ(std::system(("cd '" + path("").string() + "' && ./moved check mine.c >moved.txt").c_str()) / 256, 3);
  EXPECT_NE(read(path("moved.txt")).find("mine.c: includes headers of attncheck, which are neither"), std::string::npos)
      << read(path("moved.txt"));
}

/// As Gradescope does: the archive in /autograder/source, the files of one student in /autograder/submission.
TEST_F(GradeCommand, the_autograder_of_gradescope_writes_a_result_for_every_submission) {
  write("attncheck.deb", "not looked at");
  ASSERT_EQ(attncheck("grade --gradescope auto.zip --package attncheck.deb"), 0) << err;
  const std::string root = path("root").string(), program = ATTNCHECK_BINARY_DIR;
  ASSERT_EQ(std::system(("python3 -m zipfile -e '" + path("auto.zip").string() + "' '" + root + "/source'").c_str()),
            0);
  const auto run = [&] {
    const std::string script = "bash '" + root + "/source/run_autograder' >'" + root + "/log' 2>&1";
    return std::system(("PATH='" + program + "':\"$PATH\" AUTOGRADER='" + root + "' " + script).c_str());
  };
  write("root/submission/attention.cpp", read(path("class/nia.cpp")));
  ASSERT_EQ(run(), 0) << read(path("root/log"));
  EXPECT_EQ(json("root/results/results.json")["score"], 7);
  EXPECT_EQ(json("root/results/results.json")["tests"][1]["max_score"], 6);
  fs::remove(path("root/submission/attention.cpp"));
  ASSERT_EQ(run(), 0) << read(path("root/log"));
  EXPECT_FALSE(json("root/results/results.json").contains("score")) << read(path("root/results/results.json"));
  fs::remove(path("root/source/secret"));
  ASSERT_EQ(run(), 0) << read(path("root/log"));
  EXPECT_EQ(json("root/results/results.json")["output"],
            "attncheck could not grade this submission (exit code 2); that is not a zero.");
}

TEST_F(GradeCommand, wrong_use_is_one_line) {
  expect_wrong_use("grade", "grade needs SUBMISSIONS, a folder with a file or a folder of each student");
  expect_wrong_use("grade nowhere", "nowhere is no folder of submissions");
  expect_wrong_use("grade class --rubric none.toml", "none.toml: cannot be read: No such file or directory");
  write("bad.toml", std::string(small_rubric) + "point = 3\n");
  expect_wrong_use("grade class --rubric bad.toml",
                   "bad.toml:11: unknown key point, expected one of name, points, scoring, properties");
  expect_wrong_use("grade --gradescope a.zip --package class/ada.cpp",
                   "class/ada.cpp: is no package, expected attncheck as a .deb, or its sources as a .tar.gz");
  write("taken", "");
  EXPECT_EQ(attncheck("grade class --out taken"), 4);
  EXPECT_EQ(err, "attncheck: checker error: taken/class cannot be made: Not a directory\n");
}

}  // namespace
}  // namespace attncheck::end_to_end
