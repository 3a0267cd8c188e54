#pragma once
// reader.h: numbers read from a subject on tiny problems made for it, so that a mistake can be named with its number.
// Used by the families of diagnose. Every problem keeps to what the subject declared; a reading that is not possible is
// nothing. Values are the identity where weights are read: output[i][j] is then the weight of key j in row i.
// Errors: none of its own.
#include <functional>
#include <optional>
#include <vector>

#include "attncheck/subject.h"
#include "diagnose/diagnose.h"

namespace attncheck {

class Reader {
 public:
  Reader(Subject& subject, const DiagnosisParams& params) : subject_(subject), params_(params) {}

  DType dtype() const { return params_.dtype; }
  double largest_logit() const;

  /// The subject's output; nothing when the problem is beyond what it declared or it does not return.
  std::optional<Tensor> ask(const Problem& problem);

  /// The weights of row `row` when the query is 1 everywhere and key j is logits[j]; head_dim is 1.
  std::optional<std::vector<double>> weights(const std::vector<double>& logits, bool causal, Index row);

  /// log(weight of key `above`) - log(weight of key `below`); nothing when one is zero or not finite.
  std::optional<double> log_ratio(const std::vector<double>& logits, bool causal, Index row, std::size_t above,
                                  std::size_t below);

  /// Factor on query.key at this shape: least squares over all rows of log weights. value_dim becomes tokens.
  std::optional<double> scale(Shape shape);

 private:
  Subject& subject_;
  const DiagnosisParams& params_;
  bool gone_ = false;  // a call hung: no other is made
};

/// The smallest x in (low, high] with `holds(x)`, which must not hold at low and hold at high; to the last bits.
double threshold(double low, double high, const std::function<bool(double)>& holds);

/// 0, then 1, 2, 4 ... as far as a subject takes logits, with the sign of `sign`.
std::vector<double> rising_magnitudes(const Reader& reader, double sign);

}  // namespace attncheck
