#pragma once
// runs.h: how long it takes to judge many problems, and to check a subject, from beginning to end.
// Used by oracle.cpp. Errors: WrongTier when a correct kernel is excluded; std::runtime_error when the program does not
// find the subject right.
#include <string>

namespace attncheck::bench {

struct ManyProblems {
  int problems = 0;
  double seconds = 0;  // of the core that took longest
  double drawing = 0;  // of all cores together
  double judging = 0;
  int undecided = 0;  // elements without a finite bound, or in rows that may overflow
};

/// Problems of 64 tokens, head_dim and value_dim 64, of all families by turns, shared between `cores`; a float32 kernel
/// answers (its time is not counted), and all rows are judged by profile any.
ManyProblems judge_many(int problems, int cores);

/// Seconds of wall time of `program check builtin:online` at default effort, the fastest of three.
double check_subject(const std::string& program);

}  // namespace attncheck::bench
