#pragma once
// workers.h: processes of ours that do numbered tasks beside this one. Each is a fork, so that nothing it does is seen
// by another or by its owner but the bytes it delivers.
// Used by the runner. A task that no worker delivers, because it died or none could be started, is left to the owner.
// Errors: none. For a program whose processes are all a Process or Workers (end_orphans_too).
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attncheck {

/// As many as work at once on this machine without being in each other's way, at most 4: each has a subject of its own,
/// and what a subject holds (memory of a device) is held as often.
int cores();

class Workers {
 public:
  using Work = std::function<std::string(std::size_t task)>;

  /// Each worker calls `start` once and what that gives with one task after another, the lowest that is free. An
  /// exception ends the worker.
  Workers(int count, std::size_t tasks, const std::function<Work()>& start);

  /// Ends them and what they started, whatever they do at that moment.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Waits for what a task delivered; nothing when no worker will, or when `given_up` says so while it waits.
  std::optional<std::string> result(std::size_t task, const std::function<bool()>& given_up);

  /// The same for whatever is delivered next; nothing too when there is nothing to come.
  std::optional<std::pair<std::size_t, std::string>> next(const std::function<bool()>& given_up);

 private:
  struct Worker {
    pid_t pid;
    int results;
    std::string received;
    bool open = true;
  };
  using Owners = std::atomic<int>;  // 0 free, else 1 + number of the worker; shared by all

  [[noreturn]] void work(int number, int results, const std::function<Work()>& start);
  std::optional<std::size_t> claim(int number);
  bool is_to_come(std::size_t task) const;
  void receive();
  void take_whole_results(Worker& worker);

  std::size_t tasks_;
  Owners* owners_;
  std::vector<Worker> workers_;
  std::map<std::size_t, std::string> delivered_;
};

}  // namespace attncheck
