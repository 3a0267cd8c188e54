#pragma once
// exact.h: the exact tier: one row of attention in numbers and intervals of any precision.
// Used by the oracle: every float64 row, every undecided element, every reported counterexample, the audit.
// Errors: std::runtime_error when an interval stays infinite at the largest precision tried.
// Source: definition.h in MPFR (values; radius by the theorem) and in MPFI (enclosures; no theorem at all).
#include <span>
#include <vector>

#include "reference/row_stats.h"

namespace attncheck {

/// Values from MPFR, rounded to float64; the radius is little more than that rounding. Any dtype.
RowStats exact_row(const Problem& problem, Index i);

/// Bits of significand that leave about 128 below the size of the largest logit.
int needed_bits(const RowStats& row);

/// |x - true output| lies between these. [one a column]
struct Distance {
  double least = 0;
  double most = 0;
};

/// The true output of some columns of a row, enclosed by intervals.
struct Enclosure {
  std::vector<double> centre;      // midpoint rounded to float64
  std::vector<double> radius;      // |true - centre| <= radius, rounded up
  std::vector<Distance> observed;  // of the observed values given
};

/// observed[k] belongs to columns[k]; finite. Cost as exact_row, about twice.
Enclosure enclose(const Problem& problem, Index i, std::span<const Index> columns, std::span<const double> observed,
                  int bits);

}  // namespace attncheck
