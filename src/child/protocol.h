#pragma once
// protocol.h: what parent and child share: one memory file, holding a control block and four regions, and two
// doorbells. The parent writes a call into the file and rings with its number; the child does it and rings back with
// the same. Used by the two sides only. Offsets and sizes in bytes.
//
//   file     [control][query region][key region][value region][output region]
//   region   [closed .......][front guard][buffer][back guard]   followed by closed memory; only the child's mapping is
//                                                               closed, the parent's is open everywhere
#include <cstdint>
#include <string>

namespace attncheck {

enum BufferId : std::size_t { query_buffer, key_buffer, value_buffer, output_buffer, buffer_count };
inline constexpr const char* buffer_names[buffer_count] = {"query", "key", "value", "output"};

inline constexpr std::size_t control_bytes = std::size_t{1} << 16;
inline constexpr std::size_t region_bytes = std::size_t{1} << 28;  // sparse: only what a call touches exists
inline constexpr std::size_t file_bytes = control_bytes + buffer_count * region_bytes;
inline constexpr std::size_t region_offset(std::size_t buffer) { return control_bytes + buffer * region_bytes; }

/// Where a buffer lies in its region. What is below `open` is unreadable in the child, and so is what is above the
/// region.
struct Place {
  std::uint64_t open = region_bytes;   // a multiple of the page size
  std::uint64_t start = region_bytes;  // a multiple of 64
  std::uint64_t bytes = 0;
  std::uint64_t end() const { return start + bytes; }
};

enum class Answer : std::uint32_t { none, done, threw, cannot_load };
enum class Access : std::uint32_t { unknown, read, write };

/// What the child's signal handler saw.
struct Signal {
  std::int32_t number = 0;  // 0: no signal
  std::int32_t code = 0;    // si_code
  std::uint64_t address = 0;
  std::uint64_t stack_pointer = 0;
  Access access = Access::unknown;
};

struct Control {
  // From the parent. The child trusts it.
  std::int64_t tokens = 0;
  std::int64_t head_dim = 0;
  std::int64_t value_dim = 0;
  std::int32_t dtype = 0;
  std::int32_t causal = 0;
  std::int32_t threads = 1;  // more: ask from so many at once first
  Place places[buffer_count];
  // From the child. The parent uses it for words only, never to decide that a call succeeded.
  Answer answer = Answer::none;
  std::uint32_t dtypes = 0;                  // after the hello: bit 0 float32, bit 1 float64
  std::uint64_t regions[buffer_count] = {};  // addresses in the child
  std::uint64_t stack_base = 0;              // where the stack of the child's first thread begins, about
  Signal signal;
  char mode_changed[256] = {};
  char concurrent_difference[256] = {};
  char message[4096] = {};  // what() or why it cannot be loaded
};
static_assert(sizeof(Control) <= control_bytes);

inline constexpr std::uint64_t hello_number = 1;  // calls count from 2: an eventfd carries no zero

}  // namespace attncheck
