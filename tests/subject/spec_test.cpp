// From what the user typed to a subject.
#include <gtest/gtest.h>

#include "attncheck/fault.h"
#include "fault/table.h"
#include "small_subjects.h"
#include "subject/in_process.h"

namespace attncheck {
namespace {

using Kind = SubjectError::Kind;

TEST(Spec, the_builtin_forms_average_values_when_all_logits_are_zero) {
  for (const char* name : {"builtin:row", "builtin:matrix", "builtin:online"}) {
    const auto subject = open_quietly(name);
    EXPECT_EQ(subject->name(), name);
    EXPECT_EQ(subject->dtypes(), both_dtypes);
    for (const DType dtype : both_dtypes) {
      EXPECT_EQ(subject->call(average_problem(dtype, false)).output(1, 0), 3.75) << name;
      EXPECT_EQ(subject->call(average_problem(dtype, true)).output(1, 2), 6) << name;
    }
  }
}

TEST(Spec, every_fault_that_answers_wrongly_opens_by_its_id_and_returns) {
  for (const Fault* fault : all_faults()) {
    if (fault->card().effect != Effect::wrong_output) continue;
    const auto subject = open_quietly("fault:" + fault->id());
    const CallReport report = subject->call(small_problem());
    EXPECT_EQ(report.status, CallStatus::returned) << fault->id() << ": " << report.detail;
    EXPECT_EQ(report.unwritten, 0) << fault->id();
  }
}

TEST(Spec, an_unknown_fault_or_builtin_lists_near_names_first) {
  const OpenError fault = open_error("fault:causal/off_by_on");
  EXPECT_EQ(fault.kind, Kind::wrong_name);
  EXPECT_TRUE(has(fault.text, "there is no fault called \"causal/off_by_on\"; did you mean causal/off_by_one"))
      << fault.text;
  EXPECT_EQ(open_error("builtin:rwo").text,
            "there is no built-in attention called \"rwo\"; there is row, matrix, online");
}

TEST(Spec, a_name_of_no_known_form_lists_the_forms) {
  for (const char* name : {"", "row", "attention.f90", "fault", "builtin"}) {
    const OpenError error = open_error(name);
    EXPECT_EQ(error.kind, Kind::wrong_name);
    EXPECT_TRUE(has(error.text, "expected builtin:row|matrix|online, fault:GROUP/NAME")) << error.text;
  }
}

TEST(InProcess, a_function_of_problems_is_a_subject) {
  InProcessSubject subject([](const Problem& problem) { return problem.value; });
  EXPECT_EQ(subject.call(small_problem(), Prefill::poison).output(1, 1), 4);
  EXPECT_EQ(subject.calls(), 1);
}

TEST(InProcess, an_exception_is_a_crash_and_a_wrong_shape_is_told) {
  InProcessSubject throwing([](const Problem&) -> Tensor { throw std::runtime_error("no"); });
  EXPECT_EQ(throwing.call(small_problem(), Prefill::poison).detail, "C++ exception: no");
  InProcessSubject wrong([](const Problem& problem) { return problem.query; });
  EXPECT_EQ(wrong.call(small_problem(), Prefill::poison).status, CallStatus::wrong_shape);
  EXPECT_EQ(wrong.call(small_problem(), Prefill::poison).detail,
            "the output is 4 x 2, but tokens x value_dim = 4 x 3 is right");
}

}  // namespace
}  // namespace attncheck
