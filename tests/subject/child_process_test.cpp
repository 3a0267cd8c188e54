// A subject that dies, hangs or grows: each is reported as what it is, and the next call is answered.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cfenv>
#include <cstdio>
#include <stdexcept>
#include <thread>

#include "process/interruption.h"
#include "small_subjects.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace attncheck {
namespace {

/// The report of a call that misbehaves; the calls around it must be answered.
CallReport provoke(const RawFunction& misdeed, const Limits& limits = {}) {
  const auto subject = misbehaving(misdeed, limits);
  EXPECT_EQ(subject->call(small_problem()).status, CallStatus::returned);
  const CallReport report = subject->call(provoking());
  const CallReport next = subject->call(small_problem());
  EXPECT_EQ(next.status, CallStatus::returned) << next.detail;
  EXPECT_EQ(next.output(3, 2), 1);
  EXPECT_EQ(subject->calls(), 3);
  return report;
}

TEST(ChildProcess, a_subject_with_a_timer_of_its_own_is_not_ended_by_its_signals) {
  const auto subject = misbehaving([](const RawCall& call) {
    struct sigaction tick {};
    tick.sa_handler = [](int) {};  // without SA_RESTART: calls are interrupted
    sigaction(SIGALRM, &tick, nullptr);
    ualarm(200, 200);
    write_ones(call);
  });
  for (int call = 0; call < 20; ++call) {
    EXPECT_EQ(subject->call(provoking()).status, CallStatus::returned);
    usleep(2000);
  }
}

TEST(ChildProcess, a_subject_that_fills_the_channel_is_no_error_of_ours) {
  Limits limits;
  limits.call_seconds = limits.first_call_seconds = 0.5;
  const auto subject = misbehaving(
      [](const RawCall& call) {
        write_ones(call);
        const std::uint64_t most = ~std::uint64_t{0} - 1;
        for (int file = 3; file < 64; ++file) {
          fcntl(file, F_SETFL, O_NONBLOCK);
          if (write(file, &most, sizeof most) < 0) continue;
        }
      },
      limits);
  // What it gets is a matter of timing: an answer or its own end, but never an exception.
  for (int call = 0; call < 3; ++call) EXPECT_NO_THROW(subject->call(provoking()));
}

TEST(ChildProcess, exit_with_status_zero_is_not_success) {
  const CallReport report = provoke([](const RawCall& call) {
    write_ones(call);
    _exit(0);
  });
  EXPECT_EQ(report.status, CallStatus::exited);
  EXPECT_TRUE(has(report.detail, "status 0")) << report.detail;
}

TEST(ChildProcess, exit_that_runs_the_handlers_of_the_parent_is_still_only_an_exit) {
  EXPECT_EQ(provoke([](const RawCall&) { std::exit(3); }).detail, "the process ended by itself with status 3");
}

TEST(ChildProcess, abort_is_a_crash_with_its_signal) {
  const CallReport report = provoke([](const RawCall&) { std::abort(); });
  EXPECT_EQ(report.status, CallStatus::crashed);
  EXPECT_EQ(report.detail, "signal 6 (SIGABRT)");
}

TEST(ChildProcess, terminate_is_a_crash) {
  EXPECT_EQ(provoke([](const RawCall&) { std::terminate(); }).detail, "signal 6 (SIGABRT)");
}

TEST(ChildProcess, an_exception_is_a_crash_with_its_text) {
  const CallReport report = provoke([](const RawCall&) { throw std::runtime_error("no such tile"); });
  EXPECT_EQ(report.status, CallStatus::crashed);
  EXPECT_EQ(report.detail, "C++ exception: no such tile");
  EXPECT_TRUE(has(provoke([](const RawCall&) { throw 7; }).detail, "not a std::exception"));
}

TEST(ChildProcess, a_null_pointer_is_called_one) {
  const CallReport report = provoke([](const RawCall& call) {
    char* query = static_cast<char*>(const_cast<void*>(call.query));
    *static_cast<volatile char*>(query - reinterpret_cast<std::uintptr_t>(query) + 8) = 1;
  });
  EXPECT_TRUE(has(report.detail, "through a null pointer (address 0x8)")) << report.detail;
}

int recurse(volatile int* depth) {
  volatile char frame[4096] = {};
  *depth = *depth + 1;
  if (*depth == 0) return 0;
  return recurse(depth) + frame[0];
}

TEST(ChildProcess, a_stack_overflow_is_a_crash) {
  const CallReport report = provoke([](const RawCall&) {
    volatile int depth = 0;
    recurse(&depth);
  });
  EXPECT_EQ(report.status, CallStatus::crashed);
  EXPECT_TRUE(has(report.detail, "SIGSEGV")) << report.detail;
#if defined(__x86_64__)
  EXPECT_TRUE(has(report.detail, "stack overflow")) << report.detail;
#endif
}

TEST(ChildProcess, a_signal_ends_the_subject_also_while_the_checker_listens_for_it) {
  const Interruption listening;
  EXPECT_EQ(provoke([](const RawCall&) { raise(SIGTERM); }).detail, "signal 15 (SIGTERM)");
  EXPECT_EQ(provoke([](const RawCall&) { raise(SIGPIPE); }).detail, "signal 13 (SIGPIPE)");
  EXPECT_EQ(interrupted_by(), nullptr);
}

TEST(ChildProcess, a_signal_sent_from_outside_has_no_address) {
  EXPECT_EQ(provoke([](const RawCall&) { raise(SIGSEGV); }).detail, "signal 11 (SIGSEGV)");
  EXPECT_TRUE(has(provoke([](const RawCall&) { raise(SIGKILL); }).detail, "killed by itself or from outside"));
}

TEST(ChildProcess, a_subject_that_hangs_times_out_and_the_next_call_is_answered) {
  const CallReport report = provoke(
      [](const RawCall&) {
        for (;;) pause();
      },
      short_limits());
  EXPECT_EQ(report.status, CallStatus::timed_out);
  EXPECT_EQ(report.detail, "did not return within 0.1 seconds");
}

TEST(ChildProcess, a_subject_that_stops_itself_times_out) {
  EXPECT_EQ(provoke([](const RawCall&) { raise(SIGSTOP); }, short_limits()).status, CallStatus::timed_out);
}

TEST(ChildProcess, the_first_call_of_a_shape_may_take_longer) {
  Limits limits = short_limits();
  limits.first_call_seconds = 20;
  const auto subject = misbehaving([](const RawCall&) { usleep(300'000); }, limits);
  EXPECT_EQ(subject->call(provoking()).status, CallStatus::returned);
  EXPECT_EQ(subject->call(provoking()).status, CallStatus::timed_out);
  EXPECT_EQ(subject->call(provoking()).status, CallStatus::returned) << "a new child compiles anew";
}

TEST(ChildProcess, runaway_memory_ends_the_call) {
  Limits limits;
  limits.resident_bytes = std::uint64_t{64} << 20;
  const CallReport report = provoke(
      [](const RawCall&) {
        for (;;) {
          volatile char* block = static_cast<char*>(std::malloc(1 << 20));
          for (int at = 0; at < 1 << 20; at += 4096) block[at] = 1;
          usleep(200);
        }
      },
      limits);
  EXPECT_EQ(report.status, CallStatus::out_of_memory);
  EXPECT_TRUE(has(report.detail, "limit of 64.0 MiB")) << report.detail;
}

TEST(ChildProcess, memory_lost_a_little_every_call_is_noticed_too) {
  Limits limits;
  limits.resident_bytes = std::uint64_t{64} << 20;
  const auto subject = make_child_subject(
      "leaking", both_dtypes,
      [](const RawCall& call) {
        volatile char* block = static_cast<char*>(std::malloc(4 << 20));
        for (int at = 0; at < 4 << 20; at += 4096) block[at] = 1;
        usleep(2'000);
        write_ones(call);
      },
      limits);
  CallStatus status = CallStatus::returned;
  for (int call = 0; call < 100 && status == CallStatus::returned; ++call)
    status = subject->call(small_problem()).status;
  EXPECT_EQ(status, CallStatus::out_of_memory);
  EXPECT_GT(subject->calls(), 10);
}

TEST(ChildProcess, address_space_that_is_not_touched_is_no_memory) {
  Limits limits;
  limits.resident_bytes = std::uint64_t{64} << 20;
  const CallReport report = provoke([](const RawCall&) { std::free(std::malloc(std::size_t{1} << 30)); }, limits);
  EXPECT_EQ(report.status, CallStatus::returned);
}

TEST(ChildProcess, what_it_prints_is_in_the_report_of_that_call_only) {
  const auto subject = misbehaving([](const RawCall&) {
    std::printf("to stdout\n");
    std::fprintf(stderr, "to stderr\n");
  });
  EXPECT_EQ(subject->call(provoking()).stderr_tail, "to stdout\nto stderr");
  EXPECT_EQ(subject->call(small_problem()).stderr_tail, "");
}

TEST(ChildProcess, what_it_printed_before_a_crash_is_kept) {
  const CallReport report = provoke([](const RawCall&) {
    std::printf("about to fail\n");
    std::abort();
  });
  EXPECT_EQ(report.stderr_tail, "about to fail");
}

TEST(ChildProcess, a_flood_neither_blocks_nor_fills_the_report) {
  const CallReport report = provoke([](const RawCall&) {
    for (int line = 0; line < 200'000; ++line) std::printf("line %d of a flood\n", line);
  });
  EXPECT_EQ(report.status, CallStatus::returned);
  EXPECT_TRUE(report.stderr_tail.starts_with("line 199990 of")) << report.stderr_tail;
  EXPECT_TRUE(report.stderr_tail.ends_with("line 199999 of a flood"));
}

TEST(ChildProcess, an_endless_flood_times_out) {
  const CallReport report = provoke(
      [](const RawCall&) {
        for (;;) std::puts("again");
      },
      short_limits());
  EXPECT_EQ(report.status, CallStatus::timed_out);
  EXPECT_LT(report.stderr_tail.size(), 100U);
}

TEST(ChildProcess, unprintable_output_is_made_harmless) {
  const CallReport report = provoke([](const RawCall&) { std::puts("\033[31m\xff\001"); });
  EXPECT_EQ(report.stderr_tail, "\\x1b[31m\uFFFD\\x01");
}

TEST(ChildProcess, a_subject_that_closes_every_file_is_reported_and_replaced) {
  const CallReport report = provoke([](const RawCall&) {
    for (int file = 0; file < 256; ++file) close(file);
  });
  EXPECT_EQ(report.status, CallStatus::exited);
}

TEST(ChildProcess, a_copy_that_the_subject_forked_does_not_answer_twice) {
  const CallReport report = provoke([](const RawCall&) { static_cast<void>(fork()); });
  EXPECT_EQ(report.status, CallStatus::returned);
}

bool is_running(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state = "Z";
  file >> number >> name >> state;
  return state != "Z";
}

TEST(ChildProcess, what_the_subject_started_dies_with_it) {
  auto subject = make_child_subject(
      "forking", both_dtypes,
      [](const RawCall& call) {
        const pid_t started = fork();
        if (started == 0)
          for (;;) pause();
        *static_cast<double*>(call.output) = started;
      },
      Limits{});
  const auto started = static_cast<pid_t>(subject->call(small_problem(DType::float64)).output(0, 0));
  EXPECT_TRUE(is_running(started));
  subject.reset();
  for (int wait = 0; wait < 1000 && is_running(started); ++wait) usleep(10'000);
  EXPECT_FALSE(is_running(started));
}

TEST(ChildProcess, descriptors_of_the_parent_are_closed_in_the_child) {
  const int file = open("/dev/null", O_RDONLY);
  const auto subject = make_child_subject(
      "curious", both_dtypes,
      [file](const RawCall& call) { *static_cast<float*>(call.output) = fcntl(file, F_GETFD) < 0 ? 0.0F : 1.0F; },
      Limits{});
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 0);
  close(file);
}

#if defined(__x86_64__)
TEST(ChildProcess, flush_to_zero_left_on_is_reported_and_undone) {
  const CallReport report = provoke([](const RawCall&) { _mm_setcsr(_mm_getcsr() | 0x8040); });
  EXPECT_EQ(report.mode_changed, "flush-to-zero left on, denormals-are-zero left on");
}

TEST(ChildProcess, the_mode_is_reset_before_the_next_call) {
  const auto subject = make_child_subject(
      "curious", both_dtypes,
      [](const RawCall& call) {
        *static_cast<float*>(call.output) = (_mm_getcsr() & 0x8000) == 0 ? 0.0F : 1.0F;
        _mm_setcsr(_mm_getcsr() | 0x8000);
      },
      Limits{});
  for (int call = 0; call < 2; ++call) {
    const CallReport report = subject->call(small_problem());
    EXPECT_EQ(report.output(0, 0), 0);
    EXPECT_EQ(report.mode_changed, "flush-to-zero left on");
  }
}
#endif

TEST(ChildProcess, a_rounding_mode_left_changed_is_reported) {
  EXPECT_EQ(provoke([](const RawCall&) { std::fesetround(FE_UPWARD); }).mode_changed, "rounding mode left at upward");
}

TEST(ChildProcess, flags_of_exceptions_that_happened_are_no_change_of_mode) {
  EXPECT_EQ(provoke([](const RawCall&) { std::feraiseexcept(FE_ALL_EXCEPT); }).mode_changed, "");
}

TEST(ChildProcess, a_restart_forgets_state) {
  auto calls = std::make_shared<int>(0);
  const auto subject = make_child_subject(
      "counting", both_dtypes,
      [calls](const RawCall& call) { *static_cast<float*>(call.output) = static_cast<float>(++*calls); }, Limits{});
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 1);
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 2);
  subject->restart();
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 1);
  EXPECT_EQ(subject->calls(), 3);
}

TEST(ChildProcess, two_subjects_live_side_by_side) {
  const auto one = misbehaving([](const RawCall&) { std::abort(); });
  const auto other = misbehaving([](const RawCall&) { _exit(0); });
  EXPECT_EQ(one->call(provoking()).status, CallStatus::crashed);
  EXPECT_EQ(other->call(provoking()).status, CallStatus::exited);
  EXPECT_EQ(one->call(small_problem()).status, CallStatus::returned);
  EXPECT_EQ(other->call(small_problem()).status, CallStatus::returned);
}

TEST(ChildProcess, many_deaths_leak_no_descriptors) {
  const auto subject = misbehaving([](const RawCall&) { _exit(1); });
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator{});
  };
  subject->call(small_problem());
  const auto before = open_files();
  for (int death = 0; death < 20; ++death) subject->call(provoking());
  subject->call(small_problem());
  EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace attncheck
