// attncheck with --wall, and with subjects that are killed from outside.
#include "process/wall.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "attncheck/subject.h"
#include "process/family.h"
#include "tests/end_to_end/command.h"

namespace attncheck::end_to_end {
namespace {

const std::string right = "'" ATTNCHECK_SOURCE_DIR "/examples/c_library/right.c'";
const std::string wrong = "'" ATTNCHECK_SOURCE_DIR "/examples/c_library/wrong.c'";

bool one_stands() {
  try {
    WallChoice choice;
    choice.wanted = true;
    return Wall::build(choice) != nullptr;
  } catch (const SubjectError&) { return false; }
}

class Walled : public Command {};

TEST_F(Walled, a_right_file_holds_and_every_report_says_which_wall_stood) {
  const int code = attncheck("check " + right + " --effort quick --no-save --wall --json r.json --junit r.xml");
  if (!one_stands()) {
    EXPECT_EQ(code, 3);
    EXPECT_NE(out.find("no wall can be built here"), std::string::npos) << out;
    return;
  }
  EXPECT_EQ(code, 0) << out << err;
  EXPECT_TRUE(said("right.c --wall --effort quick")) << out;
  EXPECT_TRUE(said("\nwall: ")) << out;
  EXPECT_NE(json("r.json")["wall"], "");
  EXPECT_NE(read(path("r.xml")).find("<property name=\"wall\" value=\""), std::string::npos);
}

TEST_F(Walled, a_wrong_file_is_falsified_and_its_replay_command_keeps_the_wall) {
  if (!one_stands()) return;
  EXPECT_EQ(attncheck("check " + wrong + " --effort quick --wall --properties accuracy/within_error_bound"), 1) << out;
  const std::size_t at = out.find("replay   attncheck ");
  ASSERT_NE(at, std::string::npos) << out;
  const std::string command = out.substr(at + 19, out.find('\n', at) - at - 19);
  EXPECT_NE(command.find(" --wall"), std::string::npos) << command;
  EXPECT_EQ(attncheck(command), 1) << out << err;
}

TEST_F(Walled, a_file_of_a_suite_may_ask_for_a_wall) {
  if (!one_stands()) return;
  write("attncheck.toml", "effort = \"quick\"\n[[subject]]\npath = " + right + "\nwall = true\n");
  EXPECT_EQ(attncheck("gate --no-save --json r.json"), 0) << out << err;
  EXPECT_TRUE(said("\nwall: ")) << out;
  EXPECT_EQ(json("r.json")["subjects"][0]["result"]["wall"].get<std::string>().empty(), false) << json("r.json").dump();
}

TEST_F(Walled, what_makes_no_sense_is_refused_in_one_line) {
  expect_wrong_use("check builtin:row --wall",
                   "builtin:row is part of this program, and no wall can stand between the two");
  EXPECT_EQ(attncheck("check " + right + " --visible /tmp"), 2);
  EXPECT_EQ(err, "attncheck: --visible requires --wall (attncheck check --help)\n");
  EXPECT_EQ(attncheck("check " + right + " --wall --visible /no/such/folder"), 2);
  EXPECT_EQ(err, "attncheck: /no/such/folder: there is no such file or folder to be seen\n");
  write("attncheck.toml", "[[subject]]\npath = \"a.c\"\nvisible = [\"x\"]\n");
  EXPECT_EQ(attncheck("gate"), 2);
  EXPECT_EQ(err, "attncheck: attncheck.toml:3: visible is for wall = true, which is not there\n");
}

/// Kills what runs under the checker, again and again.
class Killer {
 public:
  Killer() : thread_([this] { run(); }) {}
  ~Killer() {
    done_ = true;
    thread_.join();
  }
  Killer(const Killer&) = delete;
  Killer& operator=(const Killer&) = delete;

 private:
  void run() {
    for (int pause = 1; !done_; pause = pause * 7 % 97) {
      std::this_thread::sleep_for(std::chrono::milliseconds(pause));
      for (const pid_t process : family_of(getpid())) {
        std::string name;
        std::getline(std::ifstream("/proc/" + std::to_string(process) + "/comm"), name);
        if (name == "attncheck-host" || name == "6") kill(process, SIGKILL);  // its name before it begins is its file's
      }
    }
  }

  std::atomic<bool> done_{false};
  std::thread thread_;
};

TEST_F(Walled, killing_the_subject_at_any_moment_never_loses_the_run) {
  // Compiled before, so that only the subject is there to be killed.
  ASSERT_EQ(std::system(("cc -O2 -shared -fPIC -I '" ATTNCHECK_SOURCE_DIR "/src' " + right + " -o '" +
                         path("right.so").string() + "' -lm")
                            .c_str()),
            0);
  const Killer killer;
  for (int run = 0; run < 3; ++run) {
    const int code = attncheck("check right.so --effort quick --no-save --no-diagnosis --json r.json");
    const nlohmann::json result = json("r.json");
    // It may be killed before it said what it offers: then there is nothing to judge, and the report says so.
    EXPECT_TRUE(code == 0 || code == 1 || code == 3) << code << out << err;
    EXPECT_TRUE(code == 3 || result["properties"].size() >= 39) << result.dump();
    for (const auto& property : result["properties"]) EXPECT_NE(property["outcome"], "checker_error");
  }
}

}  // namespace
}  // namespace attncheck::end_to_end
