#include "process/interruption.h"

#include <signal.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace attncheck {
namespace {

struct Ending {
  int number;
  const char* name;
};
constexpr std::array<Ending, 3> endings = {{{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

std::atomic<int> came = 0;
std::array<struct sigaction, endings.size() + 1> before;

void remember(int number) {
  if (came.exchange(number) == 0) return;
  signal(number, SIG_DFL);
  raise(number);
}

void do_nothing(int) {}

/// What a caller ignores stays ignored, as nohup wants it.
void handle(int number, void (*handler)(int), struct sigaction& old) {
  sigaction(number, nullptr, &old);
  if (old.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

void as_before() {
  for (std::size_t k = 0; k < endings.size(); ++k) sigaction(endings[k].number, &before[k], nullptr);
  sigaction(SIGPIPE, &before.back(), nullptr);
}

bool listening = false;

}  // namespace

Interruption::Interruption() {
  came = 0;
  for (std::size_t k = 0; k < endings.size(); ++k) handle(endings[k].number, remember, before[k]);
  // Not SIG_IGN, which the programs that are started here would inherit.
  handle(SIGPIPE, do_nothing, before.back());
  listening = true;
}

Interruption::~Interruption() {
  as_before();
  listening = false;
}

void take_signals_as_usual() {
  if (listening) as_before();
}

void leave_signals_to_the_parent() {
  if (!listening) return;
  struct sigaction replaced {};
  for (const Ending& ending : endings) handle(ending.number, do_nothing, replaced);
}

const char* interrupted_by() {
  for (const Ending& ending : endings)
    if (ending.number == came) return ending.name;
  return nullptr;
}

}  // namespace attncheck
