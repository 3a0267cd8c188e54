// Programs as subjects: what they answer, and what becomes of those that break the protocol, hang, end or lie.
#include "language/program_subject.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/text.h"
#include "reference/make_oracle.h"
#include "subject/spec.h"
#include "tests/subject/small_subjects.h"

namespace attncheck {
namespace {

Limits limits() {
  Limits limits;
  limits.start_seconds = 2;
  limits.first_call_seconds = limits.call_seconds = 1;
  limits.resident_bytes = std::uint64_t{64} << 20;
  return limits;
}

std::unique_ptr<Subject> speaker(const std::string& how) {
  return open_program(
      "speaker", {"perl " + shell_word(ATTNCHECK_SOURCE_DIR "/tests/language/speaker.pl") + " " + how, {}, nullptr},
      limits());
}

CallReport answer_of(const std::string& how) { return speaker(how)->call(small_problem(), Prefill::poison); }

std::string error_of(const std::string& how) {
  try {
    speaker(how);
  } catch (const SubjectError& error) {
    EXPECT_EQ(error.kind(), SubjectError::Kind::cannot_start);
    return error.what();
  }
  return "started";
}

TEST(ProgramSubject, answers_what_the_program_computed) {
  const auto subject = speaker("both");
  EXPECT_EQ(subject->dtypes(), both_dtypes);
  for (const DType dtype : both_dtypes)
    for (const bool causal : {false, true}) {
      const Problem problem = small_problem(dtype, {5, 3, 2}, causal);
      const CallReport report = subject->call(problem);
      ASSERT_EQ(report.status, CallStatus::returned) << report.detail;
      const auto oracle = make_oracle(dtype, {});
      std::vector<Index> rows{0, 1, 2, 3, 4};
      EXPECT_NE(oracle->judge(problem, report.output, rows, oracle->profile().all()).excluded, oracle->profile().all());
    }
  EXPECT_EQ(subject->calls(), 4);
}

TEST(ProgramSubject, what_it_prints_is_kept_apart_from_what_it_answers) {
  const CallReport report = answer_of("prints");
  EXPECT_EQ(report.status, CallStatus::returned);
  EXPECT_EQ(answer_of("right").output.elements().size(), report.output.elements().size());
}

TEST(ProgramSubject, what_it_declares_is_known) {
  EXPECT_EQ(speaker("declares")->declared(), (std::map<std::string, std::string>{{"max_tokens", "7"}}));
}

struct Broken {
  std::string how;
  CallStatus status;
  std::string detail;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.how; }

class BrokenPrograms : public testing::TestWithParam<Broken> {};

TEST_P(BrokenPrograms, get_their_verdict_and_are_started_anew) {
  const auto subject = speaker(GetParam().how);
  for (int time = 0; time < 2; ++time) {
    const CallReport report = subject->call(small_problem());
    EXPECT_EQ(report.status, GetParam().status) << report.detail;
    EXPECT_EQ(report.detail, GetParam().detail);
  }
}

INSTANTIATE_TEST_SUITE_P(
    ProgramSubject, BrokenPrograms,
    testing::Values(
        Broken{"exits", CallStatus::exited,
               "the process ended by itself with status 0; it sent nothing on descriptor 4"},
        Broken{"crashes", CallStatus::crashed, "signal 11 (SIGSEGV)"},
        Broken{"hangs", CallStatus::timed_out, "did not return within 1 seconds; it sent nothing on descriptor 4"},
        Broken{"closes", CallStatus::timed_out, "did not return within 1 seconds; it sent nothing on descriptor 4"},
        Broken{"short", CallStatus::timed_out,
               "did not return within 1 seconds; it sent 5 of the 1004 bytes it announced"},
        Broken{"fails", CallStatus::crashed, "ValueError: caf\xEF\xBF\xBD line two"},
        Broken{"wrong_shape", CallStatus::wrong_shape, "the output is 4 x 4, but tokens x value_dim = 4 x 3 is right"},
        Broken{"length_lies", CallStatus::crashed,
               "broke the protocol: it announced a frame of 4294967295 bytes, but 4 to 1048612 are expected here"},
        Broken{"tiny", CallStatus::crashed,
               "broke the protocol: it sent a frame of 12 bytes, but an answer has at least 40"},
        Broken{"wrong_dtype", CallStatus::crashed, "broke the protocol: it answered with dtype 1, but 0 is right"},
        Broken{"odd_status", CallStatus::crashed, "broke the protocol: it answered with status 2, but 0 is right"},
        Broken{"size_lies", CallStatus::crashed,
               "broke the protocol: it answered with this many bytes of output: 48, but 12000000 is right"}),
    [](const auto& test) { return test.param.how; });

TEST(ProgramSubject, a_flood_of_memory_is_ended) {
  const CallReport report = answer_of("grows");
  EXPECT_EQ(report.status, CallStatus::out_of_memory) << report.detail;
}

TEST(ProgramSubject, an_answer_to_another_problem_is_none) {
  EXPECT_NE(answer_of("wrong_number").detail.find("broke the protocol: it answered with the number"),
            std::string::npos);
}

TEST(ProgramSubject, answers_in_advance_and_second_answers_break_the_protocol) {
  EXPECT_EQ(answer_of("in_advance").status, CallStatus::crashed);
  const auto subject = speaker("twice");
  EXPECT_EQ(subject->call(small_problem()).status, CallStatus::returned);
  const CallReport second = subject->call(small_problem());
  EXPECT_EQ(second.status, CallStatus::crashed);
  EXPECT_TRUE(second.detail.starts_with("broke the protocol: it ")) << second.detail;
}

TEST(ProgramSubject, inputs_it_says_it_changed_are_named) {
  EXPECT_EQ(answer_of("changes").inputs_changed, "query and value changed during the call");
}

TEST(ProgramSubject, a_program_that_says_no_right_hello_cannot_start) {
  EXPECT_EQ(error_of("ends"),
            "speaker did not start: the process ended by itself with status 7; it sent nothing on descriptor 4");
  EXPECT_EQ(error_of("silent"),
            "speaker did not start: did not return within 2 seconds; it sent nothing on descriptor 4");
  EXPECT_NE(error_of("no_json").find("broke the protocol: its hello: is not JSON: parse error at line 1, column 1"),
            std::string::npos);
  EXPECT_NE(error_of("no_dtypes").find("no \"dtypes\""), std::string::npos);
  EXPECT_NE(error_of("odd_dtype").find("\"float16\" among \"dtypes\""), std::string::npos);
  EXPECT_NE(error_of("odd_key").find("\"verdict\""), std::string::npos);
  EXPECT_NE(error_of("number").find("declares max_tokens as 9"), std::string::npos);
  EXPECT_NE(error_of("version").find("speaks version 9 of the protocol, but version 0 is expected"), std::string::npos);
  EXPECT_NE(error_of("odd_kind").find("kind 3"), std::string::npos);
  EXPECT_NE(error_of("huge_hello").find("announced a frame of 4294967280 bytes"), std::string::npos);
}

TEST(ProgramSubject, a_program_that_is_not_there_cannot_start) {
  try {
    open_program("cmd:no-such-program", {"no-such-program", {}, nullptr}, limits());
    FAIL() << "it started";
  } catch (const SubjectError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("cmd:no-such-program did not start: the process ended by itself"))
        << error.what();
    EXPECT_NE(std::string(error.what()).find("not found"), std::string::npos) << error.what();
  }
}

TEST(ProgramSubject, cmd_without_a_program_is_wrong_use) {
  std::ostringstream log;
  EXPECT_THROW(open_subject("cmd: ", log, {.limits = limits()}), SubjectError);
}

TEST(ProgramSubject, is_started_as_a_shell_does) {
  const std::string perl = "perl " + shell_word(ATTNCHECK_SOURCE_DIR "/tests/language/speaker.pl") + " right";
  for (const std::string& command : {"ONE=1 TWO='a b' " + perl, "cd / && " + perl, "true; " + perl})
    EXPECT_EQ(open_program("speaker", {command, {}, nullptr}, limits())->call(small_problem()).status,
              CallStatus::returned)
        << command;
}

TEST(ProgramSubject, it_is_asked_from_one_thread_only) {
  const auto subject = speaker("right");
  EXPECT_FALSE(subject->takes_threads());
  EXPECT_THROW(subject->call_from_threads(small_problem(), 2), std::logic_error);
  EXPECT_THROW(subject->call(small_problem(DType::float64)), std::logic_error);
}

}  // namespace
}  // namespace attncheck
