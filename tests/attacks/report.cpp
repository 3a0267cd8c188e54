// Writes docs/attacks.md to standard output: error / bound of every kernel on random problems and under hill climbing.
// usage: attncheck_attacks_report SEED EVALUATIONS [--starts | KERNEL]
//        --starts  writes the problems the searches end with instead, one a line: the content of starts.txt
//        KERNEL    the row of this kernel alone, and on standard error the problem its search ends with
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "tests/attacks/climb.h"
#include "tests/attacks/families.h"
#include "tests/attacks/misjudged.h"

namespace attncheck::attacks {
namespace {

struct OnRandom {
  double most = 0, median = 0;
  std::size_t elements = 0;
};

OnRandom on_random(const Kernel& kernel, std::uint64_t seed) {
  std::vector<double> all;
  Random random(mix_seed(seed, "random " + kernel.name));
  const int repeats = kernel.dtype == DType::float32 ? 40 : 8;
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t family = 0; family < families().size(); ++family) {
      const Shape shape{1 + random.below(random.coin() ? 16 : 128), 1 + random.below(64), 8};
      const std::vector<double> found = ratios(kernel, kernel.arithmetic, draw(family, shape, kernel, random));
      all.insert(all.end(), found.begin(), found.end());
    }
  std::sort(all.begin(), all.end());
  return {all.empty() ? 0 : all.back(), all.empty() ? 0 : all[all.size() / 2], all.size()};
}

/// Half of the effort below moderate logits, half with any.
struct Attacked {
  Found moderate, any;
};

Attacked attack(const Kernel& kernel, Effort effort) {
  effort.evaluations /= kernel.dtype == DType::float64 ? 40 : 2;
  Effort moderate = effort;
  moderate.logits = moderate_logits(kernel);
  return {climb(kernel, kernel.arithmetic, moderate, kept_starts(kernel.name)),
          climb(kernel, kernel.arithmetic, effort, kept_starts(kernel.name + " with any logits"))};
}

void print_row(const Kernel& kernel, const Effort& effort, const Attacked& found) {
  const OnRandom random = on_random(kernel, effort.seed);
  fmt::print("| {} | {:.3f} | {:.2g} | {} | {:.4f} | {:.4f} | {} |\n", kernel.name, random.most, random.median,
             random.elements, found.moderate.ratio, found.any.ratio,
             found.moderate.evaluations + found.any.evaluations);
  std::fflush(stdout);
}

/// The smallest problem beyond the bound, on standard error.
bool is_beyond(const Kernel& kernel, const Found& found) {
  if (found.ratio <= 1) return false;
  const Problem least = smallest(kernel, kernel.arithmetic, found.problem, 1);
  fmt::print(stderr, "beyond the bound, {:.6f}: {}\n", found.ratio, to_line({kernel.name, least}));
  return true;
}

constexpr const char* introduction = R"(# Attacks on the error bound

Correct kernels, each judged by the arithmetic it declares. A ratio is (error − radius of the truth) / bound of one output
element; above 1 the bound would be wrong, so everything above 1 is enclosed again by intervals before it is counted.
Written by `script/attacks` on {} with `script/attacks {} {}`; the kernels, the families and the search are in `tests/attacks`.

* *max* and *median on random problems*: over the *elements* judged on 17 families (Gaussian, logits times 30 and times 1000,
  huge logits, huge values, cancelling dot products, near ties, monotone, all positive, equal logits, repeated keys, cancelling
  values, wide values, subnormal values, tiny query and key, read-outs, absorption), 1 to 128 keys, head_dim 1 to 64. Elements
  without a finite bound and rows that may overflow are left out.
* *max by search*: hill climbing on 2 to 12 keys (more where a tile has more), 1 to 8 channels and 1 or 2 columns that
  changes a problem at random and keeps what raises the ratio. It starts from random problems and from the one that an
  earlier search ended with (`tests/attacks/starts.txt`, written by `script/attacks --starts`).
* *any logits*: the same without a limit on the logits; the column before keeps them below 256 (32 where they are stored in
  bfloat16). Where their error is large an output may be anywhere among the values, and the bound says no more than
  that: a ratio next to 1 is then easy to find. *Evaluations* are those of both.

A large maximum says that no constant is left to win; a small median is the price of a bound that holds for every order of
summation and every input.

| kernel | max on random problems | median | elements | max by search | any logits | evaluations |
|---|---|---|---|---|---|---|
)";

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

constexpr const char* left_out = R"(
## Without one term

The bound notices what it is told: a kernel judged by an arithmetic that leaves out one of the things it does is brought beyond the
bound by the same search, which stops at the first problem that does it. The ratio is that of this problem, which is within the bound
of the whole arithmetic.

| left out | kernel | error / bound | evaluations |
|---|---|---|---|
)";

void print_misjudged(const Effort& effort, bool starts) {
  if (!starts) fmt::print("{}", left_out);
  for (const Misjudged& misjudged : all_misjudged()) {
    const Kernel& attacked = kernel(misjudged.kernel);
    const std::string name = name_of(misjudged);
    const Effort first{effort.seed, effort.evaluations, 1, true};
    const Found found = climb(attacked, judged_without(misjudged), first, kept_starts(name));
    if (starts) fmt::print("{}\n", to_line({name, found.problem}));
    if (starts && found.ratio <= 1) fmt::print(stderr, "{} stays within the bound: {:.6f}\n", name, found.ratio);
    if (!starts)
      fmt::print("| {} | {} | {:.3g} | {} |\n", misjudged.without, misjudged.kernel, found.ratio, found.evaluations);
  }
}

int write(const Effort& effort, const std::string& what) {
  const bool starts = what == "--starts";
  if (what.empty()) fmt::print(fmt::runtime(introduction), today(), effort.seed, effort.evaluations);
  int beyond = 0;
  for (const Kernel& kernel : all_kernels()) {
    if (!what.empty() && !starts && what != kernel.name) continue;
    const Attacked found = attack(kernel, effort);
    if (starts) {
      fmt::print("{}\n", to_line({kernel.name, found.moderate.problem}));
      fmt::print("{}\n", to_line({kernel.name + " with any logits", found.any.problem}));
    } else {
      print_row(kernel, effort, found);
    }
    if (!what.empty() && !starts) fmt::print(stderr, "{}\n", to_line({kernel.name, found.moderate.problem}));
    beyond += is_beyond(kernel, found.moderate) ? 1 : 0;
    beyond += is_beyond(kernel, found.any) ? 1 : 0;
  }
  if (what.empty() || starts) print_misjudged(effort, starts);
  return beyond > 0 ? 1 : 0;
}

}  // namespace
}  // namespace attncheck::attacks

int main(int count, char** words) {
  if (count < 3 || count > 4) {
    std::fprintf(stderr, "usage: %s SEED EVALUATIONS [--starts | KERNEL]\n", words[0]);
    return 2;
  }
  attncheck::attacks::Effort effort;
  effort.seed = std::stoull(words[1]);
  effort.evaluations = std::stol(words[2]);
  return attncheck::attacks::write(effort, count == 4 ? words[3] : "");
}
