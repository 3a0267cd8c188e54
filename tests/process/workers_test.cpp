// Tasks that are done beside this process arrive whole, and none is lost with the worker that had it.
#include "process/workers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "process/process.h"

namespace attncheck {
namespace {

bool never() { return false; }

Workers::Work lengths() {
  return [](std::size_t task) { return std::string(task * 100'000, static_cast<char>('a' + task)); };
}

TEST(Workers, deliver_every_task_whole_in_whatever_order_it_is_asked_for) {
  Workers workers(3, 6, lengths);
  for (const std::size_t task : {5U, 0U, 3U, 1U, 4U, 2U}) {
    const std::optional<std::string> result = workers.result(task, never);
    ASSERT_TRUE(result) << task;
    EXPECT_EQ(*result, lengths()(task)) << task;
  }
}

TEST(Workers, see_nothing_of_each_other) {
  int seen = 0;
  Workers workers(1, 3, [&]() -> Workers::Work { return [&seen](std::size_t) { return std::to_string(++seen); }; });
  for (std::size_t task = 0; task < 3; ++task) EXPECT_EQ(workers.result(task, never), std::to_string(task + 1));
  EXPECT_EQ(seen, 0);
}

TEST(Workers, that_die_leave_their_task_to_the_owner_and_the_rest_to_the_others) {
  Workers workers(2, 8, []() -> Workers::Work {
    return [](std::size_t task) {
      if (task == 2) _exit(0);
      return std::to_string(task);
    };
  });
  for (std::size_t task = 0; task < 8; ++task)
    EXPECT_EQ(workers.result(task, never), task == 2 ? std::nullopt : std::optional(std::to_string(task)));
}

TEST(Workers, that_cannot_start_leave_everything_to_the_owner) {
  Workers workers(2, 3, []() -> Workers::Work { throw std::runtime_error("no subject"); });
  for (std::size_t task = 0; task < 3; ++task) EXPECT_FALSE(workers.result(task, never)) << task;
}

TEST(Workers, are_not_waited_for_by_an_owner_who_gave_up) {
  Workers workers(1, 1, []() -> Workers::Work {
    return [](std::size_t) {
      pause();
      return std::string();
    };
  });
  int asked = 0;
  EXPECT_FALSE(workers.result(0, [&] { return ++asked > 2; }));
}

TEST(Workers, end_with_what_they_started_whatever_they_do) {
  end_orphans_too();
  pid_t left_behind = 0;
  {
    Workers workers(1, 2, []() -> Workers::Work {
      return [](std::size_t task) {
        if (task == 1) pause();
        const pid_t child = fork();
        if (child == 0) {
          setsid();
          while (true) pause();
        }
        return std::to_string(child);
      };
    });
    left_behind = std::stoi(workers.result(0, never).value());
    EXPECT_EQ(kill(left_behind, 0), 0);
  }
  EXPECT_NE(kill(left_behind, 0), 0);
}

}  // namespace
}  // namespace attncheck
