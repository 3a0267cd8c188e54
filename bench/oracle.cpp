// The program behind script/bench oracle: checks that every tier is right, times it, and writes the page.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <thread>

#include "bench/runs.h"
#include "bench/table.h"
#include "bench/verify.h"
#include "reference/row_kernels.h"

namespace attncheck::bench {
namespace {

struct Options {
  bool self_check = false;
  Index most_tokens = 4096;
  int problems = 10000;
  std::string attncheck;
};

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

constexpr const char* explanation = R"(# What the oracle costs

Written by `script/bench oracle`; do not edit. Measured on {}, {} cores, {} registers, {}.

Every number is a ratio of two times of one run: time / time of **plain float64** for the whole problem, n rows of n
keys, head_dim = value_dim = d, not causal, standard normal inputs rounded to float32 (the last line: integers). Plain
float64 is naive attention in one thread, compiled with -O2 and without vectorisation: dot products one product after
the other, `std::exp`, values added key by key, no memory allocated (`bench/plain.cpp`). Processor time of all threads,
by Google Benchmark, repetitions of all tiers shuffled, the fastest of 60 (of 10 or 4 for large problems, of 3 for the
slow tiers). `~`: rows were sampled and counted for all. Before anything is timed, sampled rows of every tier must lie
within its radius plus that of an MPFI enclosure.

* **value only**: the kernels of the float64 tier: dot products, exponentials and averages, with magnitudes.
* **full bound**: `CertifiedTier`: the value, its proven radius, certificates, and what every member allows.
* **profile any**: `Oracle::judge` of all rows of a correct float32 output by profile `any`, without audits.
* **double-double**: the tier of float64 subjects, on such problems in float64.
* **long double, __float128, MPFR**: `definition.h` in these numbers. **MPFI**: intervals of at least 128 bits.
* **part of FMA peak**: 5 n^2 d multiply-adds in the time of the full bound, of the most that one core does in a loop of
  nothing else.

)";

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::string verdict(double found, double most) { return found < most ? "met" : "**missed**"; }

void write_table(const Options& options) {
  std::vector<Line> lines;
  for (const Case& what : all_cases()) {
    if (what.n > options.most_tokens) continue;
    fmt::print(stderr, "bench: n = {}, d = {}\n", what.n, what.d);
    lines.push_back(time_case(what));
  }
  print(table_text(lines) + "\n## Targets\n\n" + targets_text(lines));
}

void write_runs(const Options& options) {
  if (options.problems > 0) {
    fmt::print(stderr, "bench: {} problems\n", options.problems);
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const ManyProblems many = judge_many(options.problems, cores);
    print(
        fmt::format("* {} accuracy problems of 64 tokens and d = 64, all families, on {} cores: under 5 s for 10,000 "
                    "on two wanted; {:.1f} s ({:.1f} s of a core to draw, {:.1f} s to judge; {} elements not judged): "
                    "{}\n",
                    many.problems, cores, many.seconds, many.drawing, many.judging, many.undecided,
                    verdict(many.seconds * cores / 2, 5 * options.problems / 10000.0)));
  }
  if (!options.attncheck.empty()) {
    fmt::print(stderr, "bench: attncheck check builtin:online\n");
    const double seconds = check_subject(options.attncheck);
    print(
        fmt::format("* `attncheck check builtin:online`, default effort: under 3 s of wall time wanted; {:.1f} s: {}\n",
                    seconds, verdict(seconds, 3)));
  }
}

int run(const Options& options) {
  check_refusal();
  if (options.self_check) {
    print("every tier is right, and refused with a deliberate error\n");
    return 0;
  }
  print(fmt::format(fmt::runtime(explanation), processor(), std::thread::hardware_concurrency(), simd_kernels().name,
#ifdef __clang__
                    "clang " __clang_version__
#else
                    "g++ " __VERSION__
#endif
                    ));
  write_table(options);
  write_runs(options);
  return 0;
}

}  // namespace
}  // namespace attncheck::bench

int main(int argc, char** argv) {
  using namespace attncheck::bench;
  Options options;
  CLI::App app("Times the tiers of the reference. Exit: 0 timed, 1 a tier is wrong, 2 wrong use.");
  app.add_flag("--self-check", options.self_check, "time nothing: only see that wrong tiers are refused");
  app.add_option("--most-tokens", options.most_tokens, "leave out larger problems")->check(CLI::PositiveNumber);
  app.add_option("--problems", options.problems, "how many to judge; 0: none")->check(CLI::NonNegativeNumber);
  app.add_option("--attncheck", options.attncheck, "the program to time")->check(CLI::ExistingFile);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) { return app.exit(error) == 0 ? 0 : 2; }
  try {
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
