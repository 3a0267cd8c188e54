#pragma once
// tester.h: a file of tests that somebody wrote for attention, tests.py or tests.cpp, started as a program that asks an
// attention it cannot see and in the end accepts or rejects it. Used by src/grade.
// Errors: SubjectError: wrong_name for a file that is none, cannot_start with the compiler's messages, machine for what
// this machine lacks. What the tests do wrong is part of a report. Source: docs/formats.md, "Protocol".
#include <functional>
#include <string>

#include "attncheck/subject.h"
#include "language/frames.h"
#include "process/folder.h"
#include "process/wall.h"

namespace attncheck {

/// Can a file be tests, by its name?
bool is_tests_file(const std::string& path);

struct TestsReport {
  TestsSay says = TestsSay::in_error;
  std::string message;          // why it rejects, or what went wrong, in one printable line
  bool short_of_means = false;  // time or memory ran out
};

/// Float32 problems of finite numbers in, outputs out. [tokens, value_dim]
using Attention = std::function<Tensor(const Problem&)>;

class Tester {
 public:
  /// Compiles the file where it is C++.
  Tester(const std::string& file, const Limits& limits, const WallChoice& wall);

  /// Asked by a new process, behind a wall of its own: nothing of one attention is seen when the next is asked.
  TestsReport ask(const Attention& attention) const;

 private:
  TemporaryFolder folder_;
  Limits limits_;
  WallChoice wall_;
  bool asserts_;  // an abort is an assert that failed
  std::string command_;
};

}  // namespace attncheck
