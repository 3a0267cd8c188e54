// Time limits on a machine with too much to do: who waits for a processor is not late.
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/process.h"

namespace attncheck {
namespace {

constexpr std::uint64_t no_limit = std::uint64_t{1} << 40;

void stay_on_one_processor() {
  cpu_set_t all, one;
  CPU_ZERO(&all);
  CPU_ZERO(&one);
  sched_getaffinity(0, sizeof all, &all);
  int first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  CPU_SET(first, &one);
  sched_setaffinity(0, sizeof one, &one);
}

void compute(double seconds) {
  timespec used{};
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  while (static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) < seconds);
}

/// Take that processor, with the right of way.
class Others {
 public:
  Others() {
    for (pid_t& other : all_) {
      other = fork();
      if (other != 0) continue;
      die_with(getppid());
      stay_on_one_processor();
      compute(1e9);
      _exit(0);
    }
  }
  ~Others() {
    for (const pid_t other : all_) kill(other, SIGKILL);
    for (const pid_t other : all_) waitpid(other, nullptr, 0);
  }
  Others(const Others&) = delete;
  Others& operator=(const Others&) = delete;

 private:
  pid_t all_[2];
};

Event event_of(const std::function<void()>& body, double seconds) {
  int pipes[2];
  if (pipe(pipes) != 0) return Event::died;
  Process process([&](int) {
    body();
    (void)!write(pipes[1], "a", 1);
    for (;;) pause();
  });
  pollfd files[1] = {{pipes[0], POLLIN, 0}};
  const Event event = process.wait(
      files, [&] { return (files[0].revents & POLLIN) != 0; }, seconds, no_limit);
  for (const int file : pipes) close(file);
  return event;
}

TEST(BusyMachine, gives_more_time_to_who_waits_for_a_processor) {
  const Others others;
  const auto body = [] {
    stay_on_one_processor();
    (void)!nice(10);
    compute(0.1);
  };
  EXPECT_EQ(event_of(body, 0.5), Event::answered);
}

/// Half a second after the start it sleeps, and waits for nothing.
TEST(BusyMachine, counts_all_of_the_time_and_not_the_moment_of_the_limit) {
  const Others others;
  const auto body = [] {
    stay_on_one_processor();
    (void)!nice(10);
    compute(0.01);
    usleep(400'000);
    compute(0.1);
  };
  EXPECT_EQ(event_of(body, 0.5), Event::answered);
}

TEST(BusyMachine, gives_none_to_who_sleeps_or_has_a_processor) {
  EXPECT_EQ(event_of([] { pause(); }, 0.3), Event::timed_out);
  EXPECT_EQ(event_of([] { compute(1e9); }, 0.3), Event::timed_out);
}

}  // namespace
}  // namespace attncheck
