// Tests of other people as programs: what they say of an attention, and what becomes of those that break the protocol,
// hang, end or lie.
#include "language/tester.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "attncheck/fault.h"
#include "tests/subject/small_subjects.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

Limits limits() {
  Limits limits;
  limits.start_seconds = 20;
  limits.first_call_seconds = limits.call_seconds = 1;
  limits.resident_bytes = std::uint64_t{256} << 20;
  return limits;
}

Tensor right(const Problem& problem) { return run_steps(right_steps(), problem); }

Attention always(double number) {
  return [number](const Problem& problem) { return Tensor(problem.shape.tokens, problem.shape.value_dim, number); };
}

class TesterTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("attncheck-tester-") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  /// `body` of accepts, with one problem at hand.
  TestsReport ask(const std::string& body, const Attention& attention = right, const Limits& of = limits()) const {
    const std::string text =
        "import os, struct, time\n"
        "q, k, v = [[1.0, 2.0]] * 2, [[3.0, 4.0]] * 2, [[5.0], [7.0]]\n"
        "def frame(kind, rest): os.write(4, struct.pack('<II', 4 + len(rest), kind) + rest)\n"
        "def question(dtype, tokens, head_dim, value_dim, numbers):\n"
        "    frame(2, struct.pack('<Q6IQ', 1, 48, dtype, 0, tokens, head_dim, value_dim, 0) +\n"
        "          struct.pack('<%df' % len(numbers), *numbers))\n"
        "def accepts(attention):\n";
    return Tester(write("tests.py", text + body), of, {}).ask(attention);
  }

 private:
  fs::path folder_;
};

using TesterInPython = TesterTest;

TEST_F(TesterInPython, accepts_unless_it_returns_false_or_an_assert_fails) {
  for (const char* body : {"    return True\n", "    return None\n", "    return 0\n",
                           "    assert attention(q, k, v, False)[0][0] == 6\n"}) {
    const TestsReport report = ask(body);
    EXPECT_EQ(report.says, TestsSay::accepted) << body << report.message;
    EXPECT_EQ(report.message, "");
  }
  const TestsReport returned = ask("    return attention(q, k, v, False)[0][0] == 9\n");
  EXPECT_EQ(returned.says, TestsSay::rejected);
  EXPECT_EQ(returned.message, "accepts returned False");
  const TestsReport asserted = ask("    assert attention(q, k, v, True)[1][0] == 5, 'too small'\n");
  EXPECT_EQ(asserted.says, TestsSay::rejected);
  EXPECT_EQ(asserted.message,
            "tests.py:8: assert attention(q, k, v, True)[1][0] == 5, 'too small': AssertionError: too small");
}

TEST_F(TesterInPython, is_in_error_where_anything_else_is_raised) {
  const std::pair<const char*, const char*> bodies[] = {
      {"    return 1 / 0\n", "tests.py:8: return 1 / 0: ZeroDivisionError: division by zero"},
      {"    raise SystemExit(0)\n", "tests.py:8: raise SystemExit(0): SystemExit: 0"},
      {"    return 1 +* 2\n", "SyntaxError: invalid syntax (tests.py, line 8)"},
      {"    pass\ndel accepts\n", "NameError: tests.py has no function accepts"},
      {"    attention(q, [[3.0]], v, False)\n", "ValueError: query 2x2, key 1x1, value 2x1"},
      {"    attention([[1], [1, 2]], k, v, False)\n", "ValueError: query is not [tokens, dim]"},
      {"    attention(q, k, [[], []], False)\n", "ValueError: value is not [tokens, dim]"},
      {"    attention(q, k, [[1e39], [0]], False)\n", "ValueError: value has a number that is not finite in float32"}};
  for (const auto& [body, message] : bodies) {
    const TestsReport report = ask(body);
    EXPECT_EQ(report.says, TestsSay::in_error) << body;
    EXPECT_NE(report.message.find(message), std::string::npos) << report.message;
    EXPECT_FALSE(report.short_of_means);
  }
}

TEST_F(TesterInPython, is_asked_what_it_asked_and_hears_every_number) {
  Problem asked;
  const Attention attention = [&](const Problem& problem) {
    asked = problem;
    Tensor output(problem.shape.tokens, problem.shape.value_dim, std::nan(""));
    output(0, 1) = INFINITY;
    return output;
  };
  const TestsReport report =
      ask("    o = attention(query=[[1], [2]], key=((3,), (0.1,)), value=[[5, 6, 7]] * 2, causal=True)\n"
          "    assert len(o) == 2 and len(o[0]) == 3\n"
          "    assert o[0][0] != o[0][0] and o[0][1] == float('inf') and o[1][2] != o[1][2]\n",
          attention);
  EXPECT_EQ(report.says, TestsSay::accepted) << report.message;
  EXPECT_EQ(asked.shape, (Shape{2, 1, 3}));
  EXPECT_TRUE(asked.causal);
  EXPECT_EQ(asked.query(1, 0), 2);
  EXPECT_EQ(asked.key(1, 0), static_cast<double>(0.1F));
  EXPECT_EQ(asked.value(1, 2), 7);
}

TEST_F(TesterInPython, draws_the_same_numbers_each_time) {
  const std::string body = "    import random\n    raise ValueError(random.random())\n";
  EXPECT_EQ(ask(body).message, ask(body).message);
}

struct Broken {
  const char* how;
  const char* body;
  const char* message;
  bool short_of_means = false;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.how; }

class BrokenTests : public TesterTest, public testing::WithParamInterface<Broken> {};

TEST_P(BrokenTests, are_in_error) {
  const TestsReport report = ask(GetParam().body);
  EXPECT_EQ(report.says, TestsSay::in_error);
  EXPECT_NE(report.message.find(GetParam().message), std::string::npos) << report.message;
  EXPECT_EQ(report.short_of_means, GetParam().short_of_means);
}

INSTANTIATE_TEST_SUITE_P(
    Tester, BrokenTests,
    testing::Values(
        Broken{"hang", "    attention(q, k, v, True)\n    while True: pass\n",
               "neither asked nor had a verdict within 1 seconds", true},
        Broken{"close", "    attention(q, k, v, True)\n    os.close(4)\n    time.sleep(60)\n",
               "neither asked nor had a verdict within 1 seconds", true},
        Broken{"grow", "    a = b'x' * 400000000\n    time.sleep(60)\n", "resident memory grew by", true},
        Broken{"end", "    print('bye', flush=True)\n    os._exit(0)\n",
               "the process ended by itself with status 0; it printed: bye"},
        Broken{"crash", "    os.kill(os.getpid(), 11)\n", "signal 11 (SIGSEGV)"},
        Broken{"abort", "    os.abort()\n", "signal 6 (SIGABRT)"},
        Broken{"flood", "    while True: os.write(4, b'\\xff' * 65536)\n",
               "broke the protocol: it announced a frame of 4294967295 bytes, but 4 to 4194348 are expected here"},
        Broken{
            "answer", "    frame(3, bytes(36))\n    time.sleep(60)\n",
            "broke the protocol: it sent a frame of kind 3, but a problem (kind 2) or a verdict (kind 4) is expected"},
        Broken{"cut", "    frame(2, bytes(8))\n    time.sleep(60)\n",
               "broke the protocol: it sent a frame of 16 bytes, but a problem has at least 48"},
        Broken{"float64", "    question(1, 1, 1, 1, [1] * 6)\n    time.sleep(60)\n",
               "broke the protocol: it asked with dtype 1, but 0 is right"},
        Broken{"nothing", "    question(0, 0, 1, 1, [])\n    time.sleep(60)\n",
               "a problem of 0 tokens x 1 head_dim x 1 value_dim, but at least 1 of each is expected"},
        Broken{"sizes_that_overflow", "    question(0, 2**32 - 1, 2**32 - 1, 2**32 - 1, [1])\n    time.sleep(60)\n",
               "inputs and output may have 1048576 elements at most"},
        Broken{"sizes_that_lie", "    question(0, 3, 1, 1, [1, 1, 1])\n    time.sleep(60)\n",
               "in 60 bytes, whose tensors begin at byte 48, but 36 bytes of tensors are right"},
        Broken{"nan", "    question(0, 1, 1, 1, [1, float('nan'), 1])\n    time.sleep(60)\n",
               "broke the protocol: it asked with a number in key that is not finite"},
        Broken{"odd_verdict", "    frame(4, struct.pack('<I', 7))\n    time.sleep(60)\n",
               "broke the protocol: its verdict is 7, but 0 rejected, 1 accepted or 2 in error is expected"},
        Broken{"two_questions",
               "    os.write(4, (struct.pack('<IIQ6IQ', 56, 2, 1, 48, 0, 0, 1, 1, 1, 0) + bytes(12)) * 2)\n"
               "    time.sleep(60)\n",
               "broke the protocol: it sent something before it was asked"},
        Broken{"large", "    attention([[0]] * 4096, [[0]] * 4096, [[0]] * 4096, False)\n",
               "asked a problem of 4096 tokens x 1 head_dim x 1 value_dim, but tokens^2 (head_dim + value_dim) may be "
               "16777216 at most"},
        Broken{"many", "    while True: attention([[0]], [[0]], [[0]], False)\n", "asked more than 10000 problems"},
        Broken{"much", "    while True: attention([[0]] * 2048, [[0]] * 2048, [[0]] * 2048, False)\n",
               "asked problems that are too large together"}),
    [](const auto& test) { return test.param.how; });

TEST_F(TesterInPython, prints_as_much_as_it_likes) {
  EXPECT_EQ(ask("    print('x' * 5000000)\n    attention(q, k, v, True)\n").says, TestsSay::accepted);
}

TEST_F(TesterInPython, may_not_take_for_ever_with_questions) {
  Limits brief = limits();
  brief.start_seconds = 3;
  brief.first_call_seconds = brief.call_seconds = 0.1;
  const TestsReport report =
      ask("    while True:\n        attention(q, k, v, True)\n        time.sleep(0.02)\n", right, brief);
  EXPECT_EQ(report.message, "took too long until it had a verdict");
  EXPECT_TRUE(report.short_of_means);
}

/// The answer decides what the tests do, so that they are compiled once.
const char* const all_endings = R"(#include "attncheck_tests.hpp"
#include <csignal>

bool accepts(const Attention& attention) {
  switch (static_cast<int>(attention({{1}}, {{1}}, {{1}}, false)[0][0])) {
    case 0: return false;
    case 1: return true;
    case 2: assert(attention({{1}}, {{1}}, {{1}}, true)[0][0] == 1);
    case 3: throw std::runtime_error("no such file");
    case 4: std::exit(0);
    case 5: std::raise(SIGSEGV);
    case 6: for (;;) {}
    case 7: throw 7;
    case 8: attention({{1}, {2}}, {{1}}, {{1}}, true);
    default: return attention({{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}, {{1}, {2}}, true)[1][0] == 9;
  }
}
)";

TEST_F(TesterTest, in_cpp_ends_in_every_way) {
  const Tester tester(write("tests.cpp", all_endings), limits(), {});
  const auto expect = [&](double answer, TestsSay says, const std::string& message) {
    const TestsReport report = tester.ask(always(answer));
    EXPECT_EQ(report.says, says) << answer << ": " << report.message;
    EXPECT_NE(report.message.find(message), std::string::npos) << report.message;
  };
  expect(0, TestsSay::rejected, "accepts returned false");
  expect(1, TestsSay::accepted, "");
  expect(2, TestsSay::rejected, "tests: tests.cpp:8: bool accepts(const Attention&): Assertion `attention(");
  expect(3, TestsSay::in_error, "no such file");
  expect(4, TestsSay::in_error, "the process ended by itself with status 0");
  expect(5, TestsSay::in_error, "signal 11 (SIGSEGV)");
  expect(6, TestsSay::in_error, "neither asked nor had a verdict within 1 seconds");
  expect(7, TestsSay::in_error, "std::terminate was called");
  expect(8, TestsSay::in_error, "attention needs query and key [tokens][head_dim] and value [tokens][value_dim]");
  expect(9, TestsSay::accepted, "");
}

std::string refusal(const std::string& file) {
  try {
    Tester(file, limits(), {});
  } catch (const SubjectError& error) { return error.what(); }
  return "started";
}

TEST_F(TesterTest, that_does_not_compile_is_told_with_what_the_compiler_says) {
  const std::string what = refusal(write("tests.cpp", "bool accepts(int;\n"));
  EXPECT_NE(what.find("tests.cpp: does not compile ("), std::string::npos) << what;
  EXPECT_NE(what.find("\ntests.cpp:1:17: error:"), std::string::npos) << what;
}

TEST_F(TesterTest, that_is_no_file_of_tests_is_refused) {
  EXPECT_NE(refusal(write("tests.rs", "")).find("tests.rs: cannot be tests; expected .py, .cpp or .cc"),
            std::string::npos);
  EXPECT_EQ(refusal("nowhere/tests.py"), "nowhere/tests.py: there is no such file");
}

TEST_F(TesterTest, behind_each_wall_sees_nothing_of_this_machine_or_of_the_attention_before) {
  const std::string secret = write("secret", "7");
  fs::permissions(secret, fs::perms::owner_read);
  const std::string tests = write("tests.py",
                                  "import os\ndef accepts(attention):\n    assert not os.path.exists('/tmp/mark')\n"
                                  "    open('/tmp/mark', 'w').close()\n    try: open('" +
                                      secret +
                                      "')\n"
                                      "    except OSError: return attention([[1]], [[1]], [[3]], True)[0][0] == 3\n"
                                      "    return False\n");
  for (const WallKind kind : {WallKind::bubblewrap, WallKind::user}) {
    WallChoice choice;
    choice.wanted = true;
    choice.kinds = {kind};
    try {
      Wall::build(choice);
    } catch (const SubjectError&) { continue; }
    const Tester tester(tests, limits(), choice);
    for (int time = 0; time < 2; ++time) {
      const TestsReport report = tester.ask(right);
      EXPECT_EQ(report.says, TestsSay::accepted) << report.message;
    }
  }
}

TEST(TestsFrames, a_question_is_the_problem_that_was_sent) {
  const Problem problem = small_problem(DType::float32, {4, 2, 3}, true);
  const auto sent = read_from_tests(problem_frame(problem, 5));
  const Question& question = std::get<Question>(sent);
  EXPECT_EQ(question.number, 5U);
  EXPECT_EQ(problem_frame(question.problem, 5), problem_frame(problem, 5));
}

TEST(TestsFrames, an_answer_is_the_output_that_was_sent) {
  const Problem problem = small_problem();
  Tensor output = right(problem);
  output(0, 0) = std::nan("");
  const Reply reply = read_reply(answer_frame(output, 5), problem, 5);
  EXPECT_TRUE(std::isnan(reply.elements[0]));
  EXPECT_EQ(reply.elements.back(), output(3, 2));
}

}  // namespace
}  // namespace attncheck
