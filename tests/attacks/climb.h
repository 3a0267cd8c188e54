#pragma once
// climb.h: hill climbing on small problems that maximises error / bound of a kernel judged by an arithmetic.
// Used by the attacks on the error bound. The error is the distance to the truth of the reference, less its radius;
// whatever seems beyond the bound is enclosed again by intervals before it counts. Row 0 of a problem is judged.
// Deterministic under a seed; effort is counted in evaluations. Errors: none.
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/attacks/kernels.h"

namespace attncheck::attacks {

/// error / bound of every column with a finite bound; empty for a row that may overflow. Above 1: proven by intervals.
std::vector<double> ratios(const Kernel& kernel, const Arithmetic& judged, const Problem& problem);

/// The largest of them; nothing when there is none.
std::optional<double> worst_ratio(const Kernel& kernel, const Arithmetic& judged, const Problem& problem);

struct Effort {
  std::uint64_t seed = 1;
  long evaluations = 0;
  double enough = 0x1p1000;  // a search that has found more than this stops
  bool explained = false;    // only problems that the kernel's own arithmetic explains count
  double logits = 0x1p1000;  // only problems count whose sums of |query key| / sqrt(head_dim) are below this
};

/// Logits below which their error moves weights by little. Above, an output may be anywhere among the values and the
/// bound says no more than that: ratios next to 1 are easy to find there and tell nothing of its other terms.
double moderate_logits(const Kernel& kernel);

struct Found {
  Problem problem;
  double ratio = 0;
  long evaluations = 0;
};

/// Starts from problems of all families and from the given ones; the better half of them goes on, again and again.
Found climb(const Kernel& kernel, const Arithmetic& judged, const Effort& effort, const std::vector<Problem>& starts);

/// The problem with as few keys, channels and columns, and as many zeros, as still exceed `ratio`.
Problem smallest(const Kernel& kernel, const Arithmetic& judged, const Problem& problem, double ratio);

}  // namespace attncheck::attacks
