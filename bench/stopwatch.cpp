#include "bench/stopwatch.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attncheck::bench {
namespace {

// Keeps the fastest repetition of each; prints nothing. Names are the places in the list.
class Minimum final : public benchmark::BenchmarkReporter {
 public:
  explicit Minimum(std::size_t count) : seconds_(count, INFINITY) {}

  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.iterations == 0) continue;
      double& least = seconds_.at(std::stoul(run.run_name.function_name));
      least = std::min(least, run.cpu_accumulated_time / static_cast<double>(run.iterations));
    }
  }
  const std::vector<double>& seconds() const { return seconds_; }

 private:
  std::vector<double> seconds_;
};

void enable_interleaving() {
  static const bool once = [] {
    char program[] = "bench", interleaving[] = "--benchmark_enable_random_interleaving=true";
    char* arguments[] = {program, interleaving, nullptr};
    int count = 2;
    benchmark::Initialize(&count, arguments);
    if (count != 1) throw std::logic_error("this Google Benchmark cannot interleave repetitions; 1.7 can");
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace

std::vector<double> fastest(const std::vector<Timed>& timed, const Effort& effort) {
  enable_interleaving();
  for (std::size_t k = 0; k < timed.size(); ++k) {
    const auto& call = timed[k].call;
    auto* registered = benchmark::RegisterBenchmark(std::to_string(k).c_str(), [&call](benchmark::State& state) {
      for ([[maybe_unused]] auto _ : state) call();
    });
    registered->MeasureProcessCPUTime()->Repetitions(effort.repetitions);
    if (effort.seconds > 0)
      registered->MinTime(effort.seconds);
    else
      registered->Iterations(1);
  }
  Minimum minimum(timed.size());
  benchmark::RunSpecifiedBenchmarks(&minimum);
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t k = 0; k < timed.size(); ++k)
    if (!std::isfinite(minimum.seconds()[k])) throw std::logic_error(timed[k].name + " was not timed");
  return minimum.seconds();
}

}  // namespace attncheck::bench
