#pragma once
// frames.h: the messages between attncheck and a program under test, as bytes. Used by program_subject.cpp and its
// tests. All numbers are little-endian, tensors row-major. Nothing a program sends is trusted: a length decides how
// much is read only after it was compared with what a right answer takes. Errors: FrameError, one line saying what was
// sent and what was expected. Source: docs/formats.md, "Protocol".
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

inline constexpr std::uint32_t protocol_version = 0;

class FrameError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a program says of itself before it is asked anything.
struct Hello {
  std::vector<DType> dtypes;                    // at least one, each once
  std::map<std::string, std::string> declared;  // as --declare KEY=VALUE
};

struct Reply {
  bool failed = false;
  std::string message;         // why it failed, one printable line
  std::string inputs_changed;  // empty, or which
  Index rows = 0;
  Index columns = 0;
  std::vector<double> elements;  // row-major; empty when the shape is not the problem's
};

/// The frame that asks `problem` under the number `number`.
std::vector<std::byte> problem_frame(const Problem& problem, std::uint64_t number);

/// A frame as it arrives, piece by piece.
class Arriving {
 public:
  /// `most` bytes may follow the length.
  explicit Arriving(std::size_t most) : most_(most) {}

  /// Bytes still to be read before next() says more: of the length first, then of the rest.
  std::size_t missing() const;
  void add(std::span<const std::byte> bytes);
  bool complete() const { return bytes_.size() >= 4 && missing() == 0; }
  /// "it sent 44 of the 52 bytes it announced"
  std::string so_far() const;
  /// The whole frame, its length included.
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::size_t most_;
  std::vector<std::byte> bytes_;
};

/// The most that may follow the length of a hello, and of the answer to `problem`.
inline constexpr std::size_t most_hello_bytes = 8 + 65536;
std::size_t most_answer_bytes(const Problem& problem);

Hello read_hello(std::span<const std::byte> frame);

/// Throws FrameError for a frame that does not answer `problem` under `number`. Another shape is no such error.
Reply read_reply(std::span<const std::byte> frame, const Problem& problem, std::uint64_t number);

}  // namespace attncheck
