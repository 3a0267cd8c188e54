// Runs that are stopped, that cannot print, or that are told to write over what they read: what is there is reported,
// nothing is left behind and nothing is destroyed.
#include <fmt/format.h>

#include "tests/end_to_end/command.h"

namespace attncheck::end_to_end {
namespace {

const std::string right_c = R"(#include <math.h>
#include <stdlib.h>
void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t keys = causal ? i + 1 : tokens;
    float most = -INFINITY, sum = 0;
    for (size_t j = 0; j < keys; ++j) {
      weight[j] = 0;
      for (size_t c = 0; c < head_dim; ++c) weight[j] += query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] /= sqrtf((float)head_dim);
      most = fmaxf(most, weight[j]);
    }
    for (size_t j = 0; j < keys; ++j) sum += weight[j] = expf(weight[j] - most);
    for (size_t c = 0; c < value_dim; ++c) {
      output[i * value_dim + c] = 0;
      for (size_t j = 0; j < keys; ++j) output[i * value_dim + c] += weight[j] / sum * value[j * value_dim + c];
    }
  }
  free(weight);
}
)";

/// A program that answers as right.c would, for one problem after the other.
const std::string program = "'cmd:perl " ATTNCHECK_SOURCE_DIR "/tests/language/speaker.pl right'";

/// A shell has what it starts in the background ignore SIGINT.
const std::string takes_signals = "env --default-signal";

class Ending : public Command {
 protected:
  /// `attncheck ARGUMENTS` by a shell that does `before` it and goes on with `after`.
  int shell(const std::string& arguments, const std::string& after, const std::string& before = "") {
    const std::string command =
        fmt::format("cd '{}' && mkdir -p t && export TMPDIR=t && {{ {} '{}' {} {}; }}", path("").string(), before,
                    ATTNCHECK_BINARY_DIR "/attncheck", arguments, after);
    const int status = std::system(command.c_str());
    out = read(path("out"));
    err = read(path("err"));
    return status % 256 == 0 ? status / 256 : -1;
  }
  bool left_something() const { return !fs::is_empty(path("t")); }
};

TEST_F(Ending, with_closed_standard_files_a_correct_subject_holds_and_what_cannot_be_printed_is_no_pass) {
  write("right.c", right_c);
  const std::string options = " --effort quick --no-save --dtype float32 --properties 'average/equal*' --json r.json";
  for (const char* closed : {"<&-", "2>&-", "<&- 2>&-", ">&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"})
    for (const std::string& subject : {std::string("right.c"), std::string("builtin:row"), program}) {
      const std::string where = subject + " " + closed;
      const bool silent = where.find(" >&-") != std::string::npos;
      const std::string command = fmt::format("check {}{}", subject, options);
      const std::string output = fmt::format("{}{}", silent ? "2>/dev/null " : ">/dev/null ", closed);
      EXPECT_EQ(shell(command, output), silent ? 4 : 0) << where;
      EXPECT_EQ(json("r.json")["verdict"], "holds") << where;
    }
}

TEST_F(Ending, by_a_signal_reports_what_there_is_and_leaves_nothing_behind) {
  write("right.c", right_c);
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    // Stopped once it has begun, and not by a clock: a thorough run goes on for a minute.
    const std::string stop = fmt::format(
        ">out 2>err & child=$!; until [ -s out ]; do sleep 0.02; done; kill -{} $child; wait $child", signal);
    fs::remove(path("out"));
    EXPECT_EQ(shell("check right.c --effort thorough --no-save --json r.json --junit r.xml", stop, takes_signals), 4)
        << out << err;
    EXPECT_TRUE(said(std::string("SIG") + signal + " ended the run")) << out;
    EXPECT_EQ(json("r.json")["exit_code"], 4);
    EXPECT_NE(read(path("r.xml")).find("</testsuites>"), std::string::npos);
    EXPECT_FALSE(left_something()) << signal;
  }
}

TEST_F(Ending, is_not_brought_about_by_a_signal_that_the_caller_ignores) {
  write("right.c", right_c);
  const std::string hang_up =
      ">out 2>err & child=$!; until [ -s out ]; do sleep 0.02; done; kill -HUP $child; wait $child";
  EXPECT_EQ(shell("check right.c --effort quick --no-save", hang_up, "trap '' HUP;"), 0) << out << err;
}

TEST_F(Ending, of_a_gate_judges_no_further_subject) {
  write("right.c", right_c);
  write("attncheck.toml",
        "effort = \"thorough\"\n[[subject]]\npath = \"right.c\"\n[[subject]]\npath = \"builtin:row\"\n");
  const std::string stop =
      ">out 2>err & child=$!; until ls t | grep -q attncheck; do sleep 0.02; done; sleep 0.2; "
      "kill -TERM $child; wait $child";
  EXPECT_EQ(shell("gate --json r.json", stop), 4) << out << err;
  EXPECT_TRUE(said("builtin:row")) << out;
  EXPECT_EQ(json("r.json")["subjects"].size(), 2U);
  EXPECT_FALSE(left_something());
}

TEST_F(Ending, of_the_reader_of_a_pipe_costs_no_report) {
  write("right.c", right_c);
  shell("check right.c --effort quick --no-save --json r.json", "2>err | true");
  EXPECT_EQ(json("r.json")["verdict"], "holds");
  EXPECT_FALSE(left_something());
}

TEST_F(Ending, never_writes_a_report_over_what_it_reads_or_over_the_other_report) {
  write("right.c", right_c);
  write("attncheck.toml", "[[subject]]\npath = \"right.c\"\n");
  const auto refused = [](const std::string& option) {
    return option + ": the run reads this file, and would overwrite it; another name is expected";
  };
  expect_wrong_use("check right.c --json ./right.c", refused("--json ./right.c"));
  expect_wrong_use("check right.c --junit right.c", refused("--junit right.c"));
  expect_wrong_use("gate --json attncheck.toml", refused("--json attncheck.toml"));
  expect_wrong_use("gate --junit right.c", refused("--junit right.c"));
  EXPECT_EQ(read(path("right.c")), right_c);
  expect_wrong_use("check right.c --json r --junit ./r",
                   "--json and --junit both name ./r; each needs a file of its own");
}

}  // namespace
}  // namespace attncheck::end_to_end
