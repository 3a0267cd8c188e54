#pragma once
// buffers.h: the parent's side of the shared memory: places the four buffers of a call, fills them, and looks
// afterwards at what the subject did to them. The parent compares with the problem it holds itself, never with what the
// child can reach. Used by child_subject.cpp. Errors: std::invalid_argument for a problem too large to carry,
// std::system_error from the system.
#include <cstddef>
#include <string>

#include "attncheck/subject.h"
#include "child/protocol.h"

namespace attncheck {

class Buffers {
 public:
  Buffers();
  ~Buffers();
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  int file() const { return file_; }
  Control& control() { return *reinterpret_cast<Control*>(memory_); }
  const Control& control() const { return *reinterpret_cast<const Control*>(memory_); }

  /// Everything zero again, for a new child.
  void wipe();

  /// Places and fills the buffers of a call, and the control block's description of it.
  void write(const Problem& problem, Prefill prefill);

  /// Copies the output and counts what still holds the poison.
  void read_output(const Problem& problem, Prefill prefill, CallReport& report) const;
  /// Empty, or the first element of each input that is no longer what was sent.
  std::string inputs_changed(const Problem& problem) const;
  /// Empty, or which bytes around which buffer were overwritten. The guards are written anew before the next call.
  std::string guard_damage();
  /// Where an address of the child lies: "4 bytes past the end of key (...)", or "outside query, key, value and
  /// output".
  std::string locate(std::uint64_t address, DType dtype) const;

 private:
  std::byte* region(std::size_t buffer) { return memory_ + region_offset(buffer); }
  const std::byte* region(std::size_t buffer) const { return memory_ + region_offset(buffer); }
  const std::byte* data(std::size_t buffer) const { return region(buffer) + places_[buffer].start; }
  std::byte* data(std::size_t buffer) { return region(buffer) + places_[buffer].start; }
  void place(std::size_t buffer, std::size_t bytes, Placement placement);

  int file_ = -1;
  std::byte* memory_ = nullptr;
  Place places_[buffer_count];  // the parent's own copy: the child can write to the one in the control block
  Placement placement_ = Placement::page_end;
};

}  // namespace attncheck
