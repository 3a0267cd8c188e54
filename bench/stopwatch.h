#pragma once
// stopwatch.h: how long calls take, by Google Benchmark.
// Used by the table and by the runs of many problems. Errors: std::logic_error when Google Benchmark measures nothing.
#include <functional>
#include <string>
#include <vector>

namespace attncheck::bench {

struct Timed {
  std::string name;  // for messages
  std::function<void()> call;
};

struct Effort {
  int repetitions = 1;  // of each; the fastest counts
  double seconds = 0;   // a repetition takes at least; 0: one call
};

/// Seconds of processor time (of all threads) of one call of each: the minimum over repetitions, which are shuffled so
/// that a slow moment of the machine does not hit all repetitions of the same.
std::vector<double> fastest(const std::vector<Timed>& timed, const Effort& effort);

}  // namespace attncheck::bench
