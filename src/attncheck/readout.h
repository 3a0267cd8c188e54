#pragma once
// readout.h: logits read back from outputs alone, and exact laws about them.
// With identity values the output row IS the weight row: output[i][j] = w_ij, and log w_ij = s_ij - log sum_j
// exp(s_ij), so logits are known up to a constant of the row. Used by properties of scaling and normalization.
#include <span>
#include <vector>

#include "attncheck/property.h"

namespace attncheck {

/// log of the weights of one row as observed and as they are; the two differ by the same constant from the logits.
struct LogitRow {
  std::vector<double> logits;               // [n] the true logits
  std::vector<double> read;                 // [n] log of the observed weight
  std::vector<double> truth;                // [n] log of the true weight
  std::vector<std::vector<double>> radius;  // [member][n] |read - truth| of a correct subject; infinite when unreadable
};

/// Reads row `i` of an output whose problem has identity values. An observed weight that is not positive reads as the
/// smallest positive number of the dtype.
LogitRow read_logits(Check& check, const Problem& problem, const Tensor& output, Index i);

/// The factor on query.key that explains the logits of all rows best (least squares without intercept), and how far a
/// correct subject may be from 1/sqrt(head_dim) as each member.
struct ScaleReading {
  double scale = 0;
  double expected = 0;
  Allowed allowed;
  bool readable = false;  // false when the logits are all equal, a weight is not positive, or no scale explains them
};
ScaleReading read_scale(Check& check, const Problem& problem, const Tensor& output);

/// A problem whose logits are independent standard normals exactly: query rows are orthogonal with |q|^2 = head_dim
/// (rows of a Hadamard matrix at powers of two, normalised random orthogonal rows elsewhere), keys are N(0, I), values
/// are the identity. tokens = number of rows = number of keys; at most min(tokens, head_dim) rows are independent.
Problem variance_problem(Index tokens, Index head_dim, DType dtype, std::uint64_t seed);

/// Sum over the independent rows of the squared centred logits: chi-squared with `freedom` degrees for a correct
/// subject.
struct VarianceReading {
  double variance = 0;  // sum of squares / freedom
  Index freedom = 0;
  std::vector<double> low;  // [member] the smallest and largest true sum of squares / freedom the output allows
  std::vector<double> high;
  bool readable = true;  // false when a weight is not positive: then its logit is unknown
};
VarianceReading read_variance(Check& check, const Problem& problem, const Tensor& output);
/// The same of the problem `exact`, which was asked as `problem`, rounded to the numbers the subject takes: low and
/// high allow for what the rounding moved the logits by.
VarianceReading read_variance(Check& check, const Problem& problem, const Tensor& output, const Problem& exact);

/// [low, high] such that chi-squared(freedom)/freedom leaves it with probability `false_alarm`, two-sided.
struct Law {
  double low = 0;
  double high = 0;
};
Law variance_law(Index freedom, double false_alarm);

/// Sum of a row with the rounding error of the sum itself. Source: Higham, Accuracy and Stability, section 4.2.
struct RowSum {
  double sum = 0;
  double rounding = 0;
};
RowSum row_sum(std::span<const double> row);

/// Least-squares slope of log y over log x.
double growth_exponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace attncheck
