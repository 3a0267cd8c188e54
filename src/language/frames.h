#pragma once
// frames.h: the messages between attncheck and a program, as bytes: one under test, or one of tests that asks itself.
// Used by program_subject.cpp, tester.cpp and their tests. All numbers are little-endian, tensors row-major. Nothing a
// program sends is trusted: a length decides how much is read only after it was compared with what a right answer
// takes. Errors: FrameError, one line saying what was sent and what was expected. Source: docs/formats.md, "Protocol".
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
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

/// What a program of tests asks: a float32 problem of finite numbers.
struct Question {
  Problem problem;
  std::uint64_t number = 0;
};

/// What it says in the end of the attention it asked.
enum class TestsSay : std::uint32_t { rejected, accepted, in_error };
struct TestsVerdict {
  TestsSay says = TestsSay::in_error;
  std::string message;  // one printable line
};

/// Inputs and output of a question may have so many elements together, and a frame so many bytes after its length.
inline constexpr std::uint64_t most_question_elements = 1 << 20;
inline constexpr std::size_t most_question_bytes = 44 + 4 * most_question_elements;

std::variant<Question, TestsVerdict> read_from_tests(std::span<const std::byte> frame);

/// The frame that answers the question with `number`, in float32.
std::vector<std::byte> answer_frame(const Tensor& output, std::uint64_t number);

}  // namespace attncheck
