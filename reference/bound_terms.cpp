// The terms of the bound one by one: E_j, exp, rescalings and the rest of F_j, each carried to the output as sum_j w_j
// (term of key j) |v_j - output|; the sums; what is stored; the output. Source: docs/error-bounds.md, "The output".
#include <algorithm>
#include <cmath>

#include "reference/error_bound.h"

namespace attncheck {

std::vector<ErrorBound::Term> ErrorBound::terms(const Arithmetic& arithmetic, std::size_t column) {
  const Weights weights = this->weights(arithmetic);
  const double exp = n_ > 1 || arithmetic.fused_exp2 ? -std::log1p(-arithmetic.exp_error * u_) : 0;
  const double rescaled = weights.rescalings * (exp + sum_roundoff(arithmetic));
  Term logits{"logits"}, exps{"exp"}, rescales{"rescale"}, shift{"shift"};
  for (std::size_t j = 0; j < row_.logit.size(); ++j) {
    const double apart =
        std::fabs(problem_.value(static_cast<Index>(j), static_cast<Index>(column)) - row_.centre[column]);
    const double share = row_.exponential[j] / row_.sum * apart;
    const double own = std::min(logit_error(arithmetic, j, dot_error(arithmetic, j)), weights.error[j]);
    const double of_exp = exp + slope_error(arithmetic, row_.gap[j]);
    logits.size += share * own;
    exps.size += share * std::min(of_exp, weights.error[j] - own);
    rescales.size += share * std::min(rescaled, weights.error[j] - own);
    shift.size += share * std::max(0.0, weights.error[j] - own - of_exp - rescaled);
  }
  const Roundings r = roundings(arithmetic, weights);
  const double output = std::fabs(row_.centre[column]);
  const double size = mean_value(column);
  const double zed = gamma_factor(columns_.nonzero[column] + weights.rescalings, sum_roundoff(arithmetic));
  const StorageInfo& stored = info(arithmetic.output);
  return {logits,
          exps,
          rescales,
          shift,
          {"sums", r.xi * output + zed * (size + output) / 2},
          {"stored weights", r.stored * size},
          {"output", (r.kap + stored.unit_roundoff) * output + stored.absolute_error},
          {"underflow", underflow(arithmetic, weights, loss(arithmetic, weights), column)}};
}

// sum_j w_j |v_j|
double ErrorBound::mean_value(std::size_t column) const {
  double size = 0;
  for (std::size_t j = 0; j < row_.logit.size(); ++j)
    size +=
        row_.exponential[j] / row_.sum * std::fabs(problem_.value(static_cast<Index>(j), static_cast<Index>(column)));
  return size;
}

}  // namespace attncheck
