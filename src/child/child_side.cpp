#include "child/child_side.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "child/concurrent.h"
#include "child/float_mode.h"
#include "child/protocol.h"
#include "process/process.h"

namespace attncheck {
namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;
Control* handler_control = nullptr;

void copy_text(char* to, std::size_t room, const char* text) {
  const std::size_t length = std::min(room - 1, std::strlen(text));
  std::memcpy(to, text, length);
  to[length] = '\0';
}

#if defined(__x86_64__) && defined(__GLIBC__)
void look_at_registers(Signal& seen, const ucontext_t& context) {
  constexpr greg_t write_bit = 2;  // of a page fault's error code
  seen.stack_pointer = static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
  if (seen.number == SIGSEGV && seen.code > 0 && seen.code != SI_KERNEL)
    seen.access = (context.uc_mcontext.gregs[REG_ERR] & write_bit) != 0 ? Access::write : Access::read;
}
#else
void look_at_registers(Signal&, const ucontext_t&) {}
#endif

void on_signal(int number, siginfo_t* info, void* context) {
  Signal seen;
  seen.number = number;
  seen.code = info->si_code;
  seen.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  look_at_registers(seen, *static_cast<const ucontext_t*>(context));
  handler_control->signal = seen;
  signal(number, SIG_DFL);
  raise(number);
}

void catch_signals(Control* control) {
  handler_control = control;
  // Its own stack: a subject that overflows its stack has none left for the handler.
  void* memory = mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = signal_stack_bytes;
  if (memory != MAP_FAILED) sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(number, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// The child's view of the shared memory: regions far apart in closed memory, only the places of the call open.
class Memory {
 public:
  explicit Memory(int file) {
    constexpr std::size_t stride = 2 * region_bytes;
    void* area =
        mmap(nullptr, (buffer_count + 1) * stride, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void* block = mmap(nullptr, control_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (area == MAP_FAILED || block == MAP_FAILED) _exit(1);
    control_ = static_cast<Control*>(block);
    for (std::size_t buffer = 0; buffer < buffer_count; ++buffer) {
      regions_[buffer] = static_cast<std::byte*>(area) + buffer * stride + region_bytes;
      if (mmap(regions_[buffer], region_bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, file,
               static_cast<off_t>(region_offset(buffer))) == MAP_FAILED)
        _exit(1);
      control_->regions[buffer] = reinterpret_cast<std::uintptr_t>(regions_[buffer]);
    }
  }

  Control& control() { return *control_; }

  RawCall open_call() {
    for (std::size_t buffer = 0; buffer < buffer_count; ++buffer) open_from(buffer, control_->places[buffer].open);
    RawCall call;
    call.shape = {control_->tokens, control_->head_dim, control_->value_dim};
    call.dtype = control_->dtype == 0 ? DType::float32 : DType::float64;
    call.causal = control_->causal;
    call.query = regions_[query_buffer] + control_->places[query_buffer].start;
    call.key = regions_[key_buffer] + control_->places[key_buffer].start;
    call.value = regions_[value_buffer] + control_->places[value_buffer].start;
    call.output = regions_[output_buffer] + control_->places[output_buffer].start;
    return call;
  }

 private:
  void open_from(std::size_t buffer, std::size_t wanted) {
    std::size_t& open = open_[buffer];
    if (wanted < open) mprotect(regions_[buffer] + wanted, open - wanted, PROT_READ | PROT_WRITE);
    if (wanted > open) mprotect(regions_[buffer] + open, wanted - open, PROT_NONE);
    open = wanted;
  }

  Control* control_ = nullptr;
  std::byte* regions_[buffer_count] = {};
  std::size_t open_[buffer_count] = {region_bytes, region_bytes, region_bytes, region_bytes};
};

/// Runs `step` and turns an exception into `on_exception` and its text.
template <class Step>
void guarded(Control& control, Answer on_exception, Step step) {
  try {
    step();
    control.answer = Answer::done;
  } catch (const std::exception& error) {
    copy_text(control.message, sizeof control.message, error.what());
    control.answer = on_exception;
  } catch (...) {
    copy_text(control.message, sizeof control.message, "an exception that is not a std::exception");
    control.answer = on_exception;
  }
}

void call_subject(const RawFunction& function, Memory& memory) {
  Control& control = memory.control();
  const RawCall call = memory.open_call();
  control.mode_changed[0] = '\0';
  reset_float_mode();
  control.concurrent_difference[0] = '\0';
  guarded(control, Answer::threw, [&] {
    if (control.threads > 1) {
      const std::string difference = concurrent_difference(function, call, control.threads);
      copy_text(control.concurrent_difference, sizeof control.concurrent_difference, difference.c_str());
    }
    function(call);
  });
  const std::string change = float_mode_change();
  reset_float_mode();
  if (!change.empty()) copy_text(control.mode_changed, sizeof control.mode_changed, change.c_str());
  std::fflush(stdout);
}

/// A subject may use signals of its own: they interrupt these calls, which then start again.
bool read_request(int requests, std::uint64_t& number) {
  ssize_t size = 0;
  do { size = read(requests, &number, sizeof number); } while (size < 0 && errno == EINTR);
  return size == sizeof number;
}

void answer(int answers, std::uint64_t number) {
  ssize_t size = 0;
  do { size = write(answers, &number, sizeof number); } while (size < 0 && errno == EINTR);
  if (size != sizeof number) _exit(1);
}

}  // namespace

void run_child(const ChildSetup& setup, const Loader& loader) {
  restrict_process(setup.parent);
  redirect(setup.output);
  serve(setup.channel, loader);
}

void serve(const Channel& channel, const Loader& loader) {
  const int kept[] = {channel.requests, channel.answers, channel.file};
  close_files_except(kept);
  for (const int file : kept) fcntl(file, F_SETFD, FD_CLOEXEC);
  Memory memory(channel.file);
  close(channel.file);
  catch_signals(&memory.control());
  memory.control().stack_base = reinterpret_cast<std::uintptr_t>(&memory);
  const pid_t self = getpid();

  Loaded loaded;
  guarded(memory.control(), Answer::cannot_load, [&] { loaded = loader(); });
  for (const DType dtype : loaded.dtypes) memory.control().dtypes |= dtype == DType::float32 ? 1U : 2U;
  std::fflush(stdout);
  answer(channel.answers, hello_number);

  std::uint64_t number = 0;
  while (read_request(channel.requests, number)) {
    call_subject(loaded.function, memory);
    if (getpid() != self) _exit(0);  // the subject forked, and its copy came back too
    answer(channel.answers, number);
  }
  _exit(0);
}

}  // namespace attncheck
