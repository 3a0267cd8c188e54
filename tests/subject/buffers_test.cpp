// What the subject sees and does in memory: places, guards, unchanged inputs, unwritten output.
#include <gtest/gtest.h>

#include <bit>

#include "small_subjects.h"

namespace attncheck {
namespace {

const Placement both_placements[] = {Placement::page_end, Placement::guard_words};

Problem placed(Placement placement, Problem problem = small_problem()) {
  problem.placement = placement;
  return problem;
}

/// A subject that writes what `element` gives for each row-major position.
std::unique_ptr<Subject> answering(const std::function<double(const RawCall&, Index)>& element) {
  return make_child_subject(
      "answering", both_dtypes,
      [element](const RawCall& call) {
        for (Index i = 0; i < call.shape.tokens * call.shape.value_dim; ++i)
          if (call.dtype == DType::float32)
            static_cast<float*>(call.output)[i] = static_cast<float>(element(call, i));
          else
            static_cast<double*>(call.output)[i] = element(call, i);
      },
      Limits{});
}

TEST(Buffers, every_pointer_is_64_byte_aligned_in_both_placements) {
  const auto subject = answering([](const RawCall& call, Index) {
    std::uintptr_t bits = 0;
    for (const void* pointer : {call.query, call.key, call.value, static_cast<const void*>(call.output)})
      bits |= reinterpret_cast<std::uintptr_t>(pointer) % 64;
    return static_cast<double>(bits);
  });
  for (const Placement placement : both_placements)
    for (const DType dtype : both_dtypes)
      for (const Index tokens : {1, 3, 17, 100})
        EXPECT_EQ(subject->call(placed(placement, small_problem(dtype, {tokens, 5, 7}))).output(0, 0), 0);
}

TEST(Buffers, inputs_arrive_and_outputs_return_exactly) {
  for (const DType dtype : both_dtypes) {
    const auto subject = answering([](const RawCall& call, Index i) {
      return call.dtype == DType::float32 ? static_cast<double>(static_cast<const float*>(call.value)[i])
                                          : static_cast<const double*>(call.value)[i];
    });
    Problem problem = small_problem(dtype);
    problem.value(0, 0) = info(dtype).smallest_subnormal;
    problem.value(1, 1) = -info(dtype).largest;
    problem.value(2, 2) = -0.0;
    const CallReport report = subject->call(problem);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(report.output.elements()[i]),
                std::bit_cast<std::uint64_t>(problem.value.elements()[i]));
    EXPECT_EQ(report.inputs_changed, "");
  }
}

TEST(Buffers, every_shape_ends_at_an_unreadable_page_and_the_next_call_is_answered) {
  const auto subject = misbehaving([](const RawCall& call) {
    const auto* end = static_cast<const char*>(call.key) + call.shape.tokens * call.shape.head_dim * 4;
    const std::size_t line_left = (64 - reinterpret_cast<std::uintptr_t>(end) % 64) % 64;
    static_cast<void>(*static_cast<const volatile char*>(end + line_left));
  });
  for (const Index tokens : {1, 4, 16, 33, 1024}) {
    const Problem problem = small_problem(DType::float32, {tokens, 2, 2});
    EXPECT_EQ(subject->call(provoking(problem)).status, CallStatus::crashed);
    EXPECT_EQ(subject->call(problem).status, CallStatus::returned);
  }
}

TEST(Buffers, reading_past_the_end_of_any_buffer_crashes_and_says_where) {
  // 16 tokens of 2 floats fill two lines exactly, so the very next element is unreadable.
  const Problem problem = provoking(small_problem(DType::float32, {16, 2, 2}));
  for (const std::size_t buffer : {0U, 1U, 2U, 3U}) {
    const auto subject = misbehaving([buffer](const RawCall& call) {
      const void* pointers[] = {call.query, call.key, call.value, call.output};
      static_cast<const volatile float*>(pointers[buffer])[33];
    });
    const CallReport report = subject->call(problem);
    const char* names[] = {"query", "key", "value", "output"};
    ASSERT_EQ(report.status, CallStatus::crashed);
    EXPECT_TRUE(
        has(report.detail, std::string("4 bytes past the end of ") + names[buffer] + " (element 33, and it has 32)"))
        << report.detail;
    EXPECT_TRUE(has(report.detail, "signal 11 (SIGSEGV)")) << report.detail;
  }
}

TEST(Buffers, a_c_loop_that_reads_one_key_too_many_crashes_right_at_the_end_of_key) {
  const Folder folder;
  const auto subject =
      open_quietly(folder.write("over.c", c_source("volatile float bad = key[tokens * head_dim]; (void)bad")));
  EXPECT_TRUE(has(subject->call(small_problem(DType::float32, {16, 2, 2})).detail, "right at the end of key"));
}

TEST(Buffers, an_overread_within_the_line_meets_a_nan) {
  for (const DType dtype : both_dtypes) {
    const auto subject = answering([](const RawCall& call, Index) {
      const Index past = call.shape.tokens * call.shape.head_dim;
      return call.dtype == DType::float32 ? static_cast<double>(static_cast<const volatile float*>(call.key)[past])
                                          : static_cast<const volatile double*>(call.key)[past];
    });
    EXPECT_TRUE(std::isnan(subject->call(small_problem(dtype, {3, 1, 1})).output(0, 0)));
  }
}

TEST(Buffers, an_overread_among_guard_words_meets_nan_and_huge_numbers) {
  for (const DType dtype : both_dtypes) {
    const auto subject = answering([](const RawCall& call, Index i) {
      const Index past = call.shape.tokens * call.shape.head_dim + i;
      return call.dtype == DType::float32 ? static_cast<double>(static_cast<const volatile float*>(call.key)[past])
                                          : static_cast<const volatile double*>(call.key)[past];
    });
    const CallReport report = subject->call(placed(Placement::guard_words, small_problem(dtype, {4, 2, 2})));
    int nans = 0, huge = 0;
    for (const double element : report.output.elements()) {
      nans += std::isnan(element) ? 1 : 0;
      huge += element > 1e38 ? 1 : 0;
    }
    EXPECT_EQ(nans, 4);
    EXPECT_EQ(huge, 4);
  }
}

TEST(Buffers, a_write_past_the_end_is_found_in_both_placements) {
  for (const Placement placement : both_placements) {
    const auto subject = misbehaving([](const RawCall& call) {
      static_cast<float*>(call.output)[call.shape.tokens * call.shape.value_dim + 1] = 1;
    });
    const CallReport report = subject->call(provoking(placed(placement)));
    EXPECT_EQ(report.guard_damage, "output: bytes 5 to 8 past its end overwritten");
    EXPECT_EQ(report.output.elements().back(), 1) << "what it answered is read all the same";
    EXPECT_EQ(subject->call(placed(placement)).guard_damage, "") << "the guards are whole again";
  }
}

TEST(Buffers, a_write_before_the_start_is_found_in_both_placements) {
  for (const Placement placement : both_placements) {
    const auto subject = misbehaving([](const RawCall& call) { static_cast<float*>(call.output)[-3] = 1; });
    EXPECT_EQ(subject->call(provoking(placed(placement))).guard_damage,
              "output: bytes 9 to 12 before its start overwritten");
  }
}

TEST(Buffers, a_write_a_page_before_the_start_is_found_or_crashes) {
  const auto subject = misbehaving([](const RawCall& call) { static_cast<char*>(call.output)[-3 * 4096] = 1; });
  const CallReport report = subject->call(provoking());
  ASSERT_EQ(report.status, CallStatus::crashed);
  EXPECT_TRUE(has(report.detail, "12288 bytes before the start of output")) << report.detail;
}

TEST(Buffers, closed_pages_follow_the_shape_from_call_to_call) {
  const auto subject = misbehaving([](const RawCall& call) { static_cast<char*>(call.output)[-3 * 4096] = 1; });
  EXPECT_EQ(subject->call(small_problem(DType::float64, {300, 4, 40})).status, CallStatus::returned);
  EXPECT_EQ(subject->call(provoking()).status, CallStatus::crashed);
}

TEST(Buffers, a_changed_input_is_named_with_its_index_and_both_values) {
  for (const DType dtype : both_dtypes) {
    const auto subject = misbehaving([](const RawCall& call) {
      if (call.dtype == DType::float32)
        static_cast<float*>(const_cast<void*>(call.key))[3] = 7;
      else
        static_cast<double*>(const_cast<void*>(call.key))[3] = 7;
    });
    EXPECT_EQ(subject->call(provoking(small_problem(dtype))).inputs_changed, "key[1][1] was 1.5 and became 7");
    EXPECT_EQ(subject->call(small_problem(dtype)).inputs_changed, "");
  }
}

TEST(Buffers, a_sign_of_zero_is_a_change_too) {
  const auto subject =
      misbehaving([](const RawCall& call) { static_cast<float*>(const_cast<void*>(call.value))[0] = -0.0F; });
  Problem problem = provoking();
  problem.value(0, 0) = 0;
  EXPECT_EQ(subject->call(problem).inputs_changed, "value[0][0] was 0 and became -0");
}

TEST(Buffers, unwritten_elements_are_counted_and_the_first_is_named) {
  for (const DType dtype : both_dtypes) {
    const auto subject = make_child_subject(
        "lazy", both_dtypes,
        [](const RawCall& call) {
          if (call.dtype == DType::float32)
            static_cast<float*>(call.output)[0] = std::nanf("");
          else
            static_cast<double*>(call.output)[0] = std::nan("");
        },
        Limits{});
    const CallReport report = subject->call(small_problem(dtype));
    EXPECT_EQ(report.unwritten, 11);
    EXPECT_EQ(report.first_unwritten, 1);
    EXPECT_TRUE(std::isnan(report.output(3, 2)));
  }
}

TEST(Buffers, a_prefill_of_zeros_or_of_the_previous_output_is_what_a_lazy_subject_returns) {
  const auto subject = make_child_subject(
      "lazy", both_dtypes,
      [](const RawCall& call) {
        if (*static_cast<const float*>(call.query) < 0) write_ones(call);
      },
      Limits{});
  EXPECT_EQ(subject->call(provoking()).output(2, 2), 1);
  EXPECT_EQ(subject->call(small_problem(), Prefill::previous).output(2, 2), 1);
  const CallReport zeros = subject->call(small_problem(), Prefill::zeros);
  EXPECT_EQ(zeros.output(2, 2), 0);
  EXPECT_EQ(zeros.unwritten, 0);
  EXPECT_FALSE(zeros.first_unwritten.has_value());
}

TEST(Buffers, a_problem_that_does_not_fit_its_shape_is_refused) {
  const auto subject = misbehaving([](const RawCall&) {});
  Problem problem = small_problem();
  problem.key = Tensor(3, 2);
  EXPECT_THROW(subject->call(problem), std::invalid_argument);
  EXPECT_EQ(subject->calls(), 0);
}

TEST(Buffers, a_long_problem_goes_through) {
  const auto subject = open_quietly("builtin:online");
  const CallReport report = subject->call(small_problem(DType::float64, {257, 3, 2}));
  EXPECT_EQ(report.status, CallStatus::returned);
  EXPECT_EQ(report.unwritten, 0);
}

}  // namespace
}  // namespace attncheck
