// attncheck/function.h: which functions can be linked in, and what is seen of them with and without a child process.
#include "attncheck/function.h"

#include <gtest/gtest.h>

#include <cfenv>

#include "subject/linked.h"

namespace attncheck {
namespace {

template <class T>
void by_template(const T*, const T*, const T* value, T* output, std::size_t, std::size_t, std::size_t, int) {
  output[0] = value[0];
}
void narrow(const float* q, const float* k, const float* v, float* o, Index n, Index d, Index e, bool causal) {
  by_template(q, k, v, o, static_cast<std::size_t>(n), static_cast<std::size_t>(d), static_cast<std::size_t>(e),
              causal ? 1 : 0);
}
void wide(const double*, const double*, const double* value, double* output, std::size_t, std::size_t, std::size_t,
          int) {
  output[0] = 2 * value[0];
}
void overloaded(const float*, const float*, const float*, float*, std::size_t, std::size_t, std::size_t, int) {}
void overloaded(const double*, const double*, const double*, double*, std::size_t, std::size_t, std::size_t, int) {}

bool offers(const LinkedFunction& function, DType dtype) {
  return dtype == DType::float32 ? function.float32 != nullptr : function.float64 != nullptr;
}

TEST(LinkedFunction, is_one_function_some_overloads_or_a_template) {
  const LinkedFunction one = ATTNCHECK_FUNCTION(narrow), other = ATTNCHECK_FUNCTION(wide);
  EXPECT_TRUE(offers(one, DType::float32) && !offers(one, DType::float64));
  EXPECT_TRUE(!offers(other, DType::float32) && offers(other, DType::float64));
  for (const LinkedFunction& both :
       {ATTNCHECK_FUNCTION(overloaded), ATTNCHECK_FUNCTION(by_template), ATTNCHECK_FUNCTION(narrow, wide)})
    EXPECT_TRUE(offers(both, DType::float32) && offers(both, DType::float64)) << both.name;
  EXPECT_FALSE(offers(ATTNCHECK_FUNCTION(by_template<float>), DType::float64));
}

TEST(LinkedFunction, is_called_in_the_dtype_of_the_problem_and_not_in_another) {
  Problem problem = make_problem({1, 1, 1}, DType::float32, false);
  problem.value(0, 0) = 3;
  EXPECT_EQ(call(ATTNCHECK_FUNCTION(narrow, wide), problem)(0, 0), 3);
  problem.dtype = DType::float64;
  EXPECT_EQ(call(ATTNCHECK_FUNCTION(narrow, wide), problem)(0, 0), 6);
  EXPECT_THROW(call(ATTNCHECK_FUNCTION(narrow), problem), std::invalid_argument);
}

template <class T>
void misbehaves(const T* query, const T*, const T*, T* output, std::size_t, std::size_t, std::size_t value_dim, int) {
  const_cast<T*>(query)[0] = 7;
  output[value_dim] = 1;  // element 0 is never written
  std::fesetround(FE_UPWARD);
}
template <class T>
void throws(const T*, const T*, const T*, T*, std::size_t, std::size_t, std::size_t, int) {
  throw std::runtime_error("no such tile");
}

Problem one_token() {
  Problem problem = make_problem({1, 1, 1}, DType::float32, false);
  problem.placement = Placement::guard_words;
  return problem;
}

void expect_misbehaviour_seen(Subject& subject) {
  const CallReport report = subject.call(one_token());
  EXPECT_EQ(report.status, CallStatus::returned) << report.detail;
  EXPECT_EQ(report.unwritten, 1);
  EXPECT_EQ(report.inputs_changed, "query[0][0] was 0 and became 7");
  EXPECT_EQ(report.guard_damage, "output: bytes 1 to 4 past its end overwritten");
  EXPECT_EQ(report.mode_changed, "rounding mode left at upward");
}

TEST(LinkedSubject, is_watched_in_a_child_process_and_in_this_one) {
  expect_misbehaviour_seen(*open_linked(ATTNCHECK_FUNCTION(misbehaves), Limits{}));
  expect_misbehaviour_seen(*open_linked_here(ATTNCHECK_FUNCTION(misbehaves)));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST) << "this process goes on in its own mode";
}

TEST(LinkedSubject, that_throws_has_crashed_in_both) {
  for (const auto& subject :
       {open_linked(ATTNCHECK_FUNCTION(throws), Limits{}), open_linked_here(ATTNCHECK_FUNCTION(throws))}) {
    const CallReport report = subject->call(one_token());
    EXPECT_EQ(report.status, CallStatus::crashed);
    EXPECT_EQ(report.detail, "C++ exception: no such tile");
  }
}

int calls_here = 0;
template <class T>
void counts(const T*, const T*, const T*, T* output, std::size_t, std::size_t, std::size_t, int) {
  output[0] = static_cast<T>(++calls_here);
}

TEST(LinkedSubject, is_never_called_by_the_parent_of_the_child) {
  const auto subject = open_linked(ATTNCHECK_FUNCTION(counts), Limits{});
  EXPECT_EQ(subject->call(one_token()).output(0, 0), 1);
  EXPECT_EQ(subject->call(one_token()).output(0, 0), 2);
  EXPECT_EQ(calls_here, 0);
  const auto here = open_linked_here(ATTNCHECK_FUNCTION(counts));
  here->call(one_token());
  EXPECT_EQ(calls_here, 1);
}

}  // namespace
}  // namespace attncheck
