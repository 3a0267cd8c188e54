#include "process/workers.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>

#include "process/interruption.h"
#include "process/process.h"

namespace attncheck {
namespace {

constexpr int look_every = 50;  // milliseconds

struct Header {
  std::uint64_t task;
  std::uint64_t size;
};

bool write_whole(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

void* shared_memory(std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

int cores() {
  constexpr int most = 4;
  cpu_set_t usable;
  return sched_getaffinity(0, sizeof usable, &usable) == 0 ? std::clamp(CPU_COUNT(&usable), 1, most) : 1;
}

Workers::Workers(int count, std::size_t tasks, const std::function<Work()>& start) : tasks_(tasks) {
  owners_ = static_cast<Owners*>(shared_memory(std::max<std::size_t>(1, tasks) * sizeof(Owners)));
  if (owners_ == nullptr) return;
  for (std::size_t task = 0; task < tasks; ++task) new (&owners_[task]) Owners(0);
  // What waits in a buffer here belongs to this process alone.
  std::cout.flush();
  std::fflush(nullptr);
  for (int number = 1; number <= count; ++number) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) != 0) return;
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
      die_with(parent);
      work(number, pipes[1], start);
    }
    close(pipes[1]);
    if (pid < 0) {
      close(pipes[0]);
      return;
    }
    fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    adopt(pid);
    workers_.push_back({pid, pipes[0], {}, true});
  }
}

Workers::~Workers() {
  for (const Worker& worker : workers_) kill(worker.pid, SIGKILL);
  for (const Worker& worker : workers_) {
    close(worker.results);
    while (waitpid(worker.pid, nullptr, 0) < 0 && errno == EINTR) continue;
    disown(worker.pid);
  }
  if (owners_ != nullptr) munmap(owners_, std::max<std::size_t>(1, tasks_) * sizeof(Owners));
}

void Workers::work(int number, int results, const std::function<Work()>& start) {
  leave_signals_to_the_parent();
  begin_family_anew();
  try {
    const Work work = start();
    while (const std::optional<std::size_t> task = claim(number)) {
      const std::string result = work(*task);
      const Header header{*task, result.size()};
      if (!write_whole(results, reinterpret_cast<const char*>(&header), sizeof header) ||
          !write_whole(results, result.data(), result.size()))
        break;
    }
  } catch (...) { _exit(1); }
  _exit(0);
}

std::optional<std::size_t> Workers::claim(int number) {
  for (std::size_t task = 0; task < tasks_; ++task) {
    int free = 0;
    if (owners_[task].compare_exchange_strong(free, number)) return task;
  }
  return std::nullopt;
}

bool Workers::is_to_come(std::size_t task) const {
  const int owner = owners_ == nullptr ? 0 : owners_[task].load();
  if (owner > 0)
    return static_cast<std::size_t>(owner) <= workers_.size() && workers_[static_cast<std::size_t>(owner) - 1].open;
  return std::ranges::any_of(workers_, &Worker::open);
}

void Workers::take_whole_results(Worker& worker) {
  Header header{};
  while (worker.received.size() >= sizeof header) {
    std::memcpy(&header, worker.received.data(), sizeof header);
    if (worker.received.size() - sizeof header < header.size) return;
    delivered_[header.task] = worker.received.substr(sizeof header, header.size);
    worker.received.erase(0, sizeof header + header.size);
  }
}

void Workers::receive() {
  std::vector<pollfd> files;
  for (const Worker& worker : workers_) files.push_back({worker.open ? worker.results : -1, POLLIN, 0});
  poll(files.data(), files.size(), look_every);
  for (std::size_t k = 0; k < workers_.size(); ++k) {
    if (files[k].revents == 0) continue;
    Worker& worker = workers_[k];
    char chunk[64 * 1024];
    const ssize_t size = read(worker.results, chunk, sizeof chunk);
    if (size > 0) {
      worker.received.append(chunk, static_cast<std::size_t>(size));
      take_whole_results(worker);
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      worker.open = false;
    }
  }
}

std::optional<std::string> Workers::result(std::size_t task, const std::function<bool()>& given_up) {
  while (!delivered_.contains(task)) {
    if (!is_to_come(task) || given_up()) return std::nullopt;
    receive();
  }
  return std::move(delivered_.extract(task).mapped());
}

std::optional<std::pair<std::size_t, std::string>> Workers::next(const std::function<bool()>& given_up) {
  while (delivered_.empty()) {
    if (given_up() || std::ranges::none_of(workers_, &Worker::open)) return std::nullopt;
    receive();
  }
  auto first = delivered_.extract(delivered_.begin());
  return std::pair{first.key(), std::move(first.mapped())};
}

}  // namespace attncheck
