// Tasks that are done beside this process arrive whole, and none is lost with the worker that had it.
#include "process/workers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <map>
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

/// Everything that `next` gives, in the order of the tasks.
std::map<std::size_t, std::string> all_of(Workers& workers) {
  std::map<std::size_t, std::string> all;
  while (const auto one = workers.next(never)) EXPECT_TRUE(all.insert(*one).second) << one->first << " is given twice";
  return all;
}

std::map<std::size_t, std::string> numbers(std::size_t count, std::size_t without) {
  std::map<std::size_t, std::string> all;
  for (std::size_t task = 0; task < count; ++task)
    if (task != without) all[task] = std::to_string(task);
  return all;
}

TEST(WorkersNext, gives_each_result_once_and_nothing_at_the_end) {
  Workers workers(3, 7, lengths);
  const std::map<std::size_t, std::string> all = all_of(workers);
  ASSERT_EQ(all.size(), 7U);
  for (const auto& [task, result] : all) EXPECT_EQ(result, lengths()(task)) << task;
  EXPECT_FALSE(workers.next(never)) << "and it does not wait";
  EXPECT_FALSE(workers.result(0, never)) << "what was given is gone";
}

TEST(WorkersNext, gives_an_empty_result_too) {
  Workers workers(1, 2, []() -> Workers::Work { return [](std::size_t) { return std::string(); }; });
  EXPECT_EQ(all_of(workers), (std::map<std::size_t, std::string>{{0, ""}, {1, ""}}));
}

TEST(WorkersNext, lacks_only_the_task_of_a_worker_that_died) {
  const auto numbers_but_3 = []() -> Workers::Work {
    return [](std::size_t task) {
      if (task == 3) _exit(0);
      return std::to_string(task);
    };
  };
  Workers two(2, 9, numbers_but_3);
  EXPECT_EQ(all_of(two), numbers(9, 3));
  Workers one(1, 9, numbers_but_3);
  EXPECT_EQ(all_of(one), numbers(3, 3)) << "with the last worker all the rest is left to the owner";
}

TEST(WorkersNext, lacks_only_the_task_that_threw) {
  Workers workers(2, 5, []() -> Workers::Work {
    return [](std::size_t task) {
      if (task == 0) throw std::runtime_error("no result");
      return std::to_string(task);
    };
  });
  EXPECT_EQ(all_of(workers), numbers(5, 0));
}

TEST(WorkersNext, gives_nothing_where_nobody_works_or_nothing_is_to_do) {
  Workers unwilling(2, 3, []() -> Workers::Work { throw std::runtime_error("no subject"); });
  EXPECT_FALSE(unwilling.next(never));
  Workers idle(2, 0, lengths);
  EXPECT_FALSE(idle.next(never));
  Workers nobody(0, 3, lengths);
  EXPECT_FALSE(nobody.next(never));
}

TEST(WorkersNext, leaves_what_was_asked_for_by_its_number) {
  Workers workers(2, 5, []() -> Workers::Work { return [](std::size_t task) { return std::to_string(task); }; });
  EXPECT_EQ(workers.result(2, never), "2");
  EXPECT_EQ(all_of(workers), numbers(5, 2));
}

TEST(WorkersNext, is_not_waited_for_by_an_owner_who_gave_up) {
  Workers workers(1, 1, []() -> Workers::Work {
    return [](std::size_t) {
      pause();
      return std::string();
    };
  });
  int asked = 0;
  EXPECT_FALSE(workers.next([&] { return ++asked > 2; }));
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
