#pragma once
// targets.h: every reader of what other people write, as a function of bytes, to be fuzzed.
// Used by fuzzer.cpp, one program for each under libFuzzer, and by tests/fuzz, which reads the kept corpus in every
// run.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace attncheck::fuzz {

/// Reads the bytes. A reader either takes them or throws what it documents, with a message of one line; anything else
/// is a bug and leaves as std::logic_error, another exception or a crash.
struct Target {
  std::string name;  // its corpus is fuzz/corpus/NAME
  void (*read)(std::span<const std::byte> bytes);
};

const std::vector<Target>& targets();

}  // namespace attncheck::fuzz
