// The lesson as a reader meets it: the command's own output, and what its board does with a claim that does not hold.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "cli/lesson_board.h"

namespace attncheck {
namespace {

struct Told {
  int exit_code = -1;
  std::string text;
};

Told run_lesson() {
  Told told;
  FILE* pipe = popen(ATTNCHECK_BINARY_DIR "/attncheck lesson", "r");
  if (pipe == nullptr) return told;
  char buffer[4096];
  for (std::size_t read; (read = fread(buffer, 1, sizeof buffer, pipe)) > 0;) told.text.append(buffer, read);
  const int status = pclose(pipe);
  told.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return told;
}

const Told& lesson_once() {
  static const Told told = run_lesson();
  return told;
}

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

void expect_told(const std::string& part) {
  EXPECT_NE(lesson_once().text.find(part), std::string::npos) << "the lesson does not say: " << part;
}

TEST(Lesson, ends_well_because_each_of_its_claims_holds) {
  EXPECT_EQ(lesson_once().exit_code, 0) << lesson_once().text;
}

TEST(Lesson, says_the_same_each_time) { EXPECT_EQ(run_lesson().text, lesson_once().text); }

TEST(Lesson, fits_a_terminal_and_a_sitting) {
  for (const std::string& line : lines(lesson_once().text)) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_GE(lines(lesson_once().text).size(), 100u);
  EXPECT_LE(lines(lesson_once().text).size(), 160u);
}

TEST(Lesson, gives_every_shape) {
  for (const char* shape :
       {"x [4, 2]", "W_query [2, 2]", "W_key [2, 2]", "W_value [2, 2]", "query [4, 2]", "key [4, 2]", "value [4, 2]",
        "query key^T [4, 4]", "logits [4, 4]", "weights [4, 4]", "output [4, 2]"})
    expect_told(shape);
}

TEST(Lesson, checks_its_claims_where_it_makes_them) {
  for (const char* claim :
       {"dimensions", "each row of weights sums to one", "each future weight is exactly zero",
        "outputs one to three are unchanged bit for bit", "token four moved them", "within six standard errors of d_k",
        "the same logits bit for bit", "one and the same output bit for bit"})
    expect_told(claim);
}

TEST(Lesson, measures_the_variance_for_every_power_of_two_up_to_1024) {
  const std::string& text = lesson_once().text;
  const std::size_t table = text.find("Var(q.k)   Var(q.k / sqrt(d_k))");
  ASSERT_NE(table, std::string::npos);
  std::istringstream rows(text.substr(text.find('\n', table)));
  for (double expected = 1; expected <= 1024; expected *= 2) {
    double head_dim = 0, variance = 0, scaled = 0;
    ASSERT_TRUE(rows >> head_dim >> variance >> scaled) << "no line for d_k = " << expected;
    EXPECT_EQ(head_dim, expected);
    EXPECT_GT(variance, expected / 2);
    EXPECT_LT(variance, expected * 2);
    EXPECT_GT(scaled, 0.5);
    EXPECT_LT(scaled, 2);
  }
}

TEST(Lesson, plots_entropy_and_the_trace_of_the_jacobian) {
  expect_told("entropy of the weights");
  expect_told("trace of the Jacobian, 1 - sum w^2");
  std::size_t plotted = 0;
  for (const std::string& line : lines(lesson_once().text)) plotted += line.find("....") != std::string::npos ? 1 : 0;
  EXPECT_EQ(plotted, 12u);
}

TEST(Board, writes_a_claim_that_holds) {
  std::ostringstream out;
  Board(out).claim(true, "one is one");
  EXPECT_EQ(out.str(), "   checked: one is one\n");
}

TEST(Board, stops_at_a_claim_that_does_not_hold) {
  std::ostringstream out;
  EXPECT_THROW(Board(out).claim(false, "one is two"), LessonBroken);
  EXPECT_EQ(out.str(), "");
}

TEST(Board, numbers_its_chapters_and_shows_the_shape_above_the_numbers) {
  std::ostringstream out;
  Board board(out);
  board.title("First");
  board.title("Second");
  Matrix<double> matrix(1, 2, -0.5);
  board.show("logits", matrix.view(), "what they are");
  EXPECT_EQ(out.str(), "\n1. First\n\n2. Second\n   logits [1, 2]   what they are\n     row 1   -0.5000  -0.5000\n");
}

}  // namespace
}  // namespace attncheck
