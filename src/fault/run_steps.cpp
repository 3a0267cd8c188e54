// Attention tile by tile along the keys, every step of which can be replaced.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "attncheck/fault.h"

namespace attncheck {
namespace {

/// One query row on its way along the keys, in the arithmetic of T.
template <class T>
class SteppedRow {
 public:
  SteppedRow(const Steps& steps, const Problem& problem, Index i)
      : steps_(steps),
        problem_(problem),
        i_(i),
        scale_(static_cast<T>(steps.scale(problem.shape))),
        max_(static_cast<T>(steps.max_start())),
        shift_(static_cast<T>(steps.shift(max_))),
        output_(static_cast<std::size_t>(problem.shape.value_dim), T(0)) {}

  void take_tile(Index first, Index last) {
    logits_.clear();
    for (Index j = first; j < last; ++j) logits_.push_back(logit(j));
    for (const T logit : logits_) max_ = std::max(max_, logit);
    move_to(static_cast<T>(steps_.shift(max_)));
    for (Index j = first; j < last; ++j) take_key(j, logits_[static_cast<std::size_t>(j - first)]);
  }

  void deliver(std::span<double> row) const {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = output_[c] / sum_;
  }

 private:
  T logit(Index j) const {
    const std::span<const double> query = problem_.query.row(i_), key = problem_.key.row(j);
    T dot = 0;
    for (std::size_t c = 0; c < query.size(); ++c) dot += static_cast<T>(query[c]) * static_cast<T>(key[c]);
    const T logit = scale_ * dot;
    return steps_.visible(problem_, i_, j) ? logit : static_cast<T>(steps_.hidden_logit(logit));
  }

  /// Nothing to move when the shift stays; that also covers -inf to -inf, after a tile without a visible key.
  void move_to(T new_shift) {
    if (new_shift == shift_) return;
    const T sum_factor = static_cast<T>(steps_.rescale_sum(shift_, new_shift));
    const T output_factor = static_cast<T>(steps_.rescale_output(shift_, new_shift));
    sum_ *= sum_factor;
    for (T& element : output_) element *= output_factor;
    shift_ = new_shift;
  }

  void take_key(Index j, T logit) {
    if (logit == -std::numeric_limits<T>::infinity()) return;
    const T weight = std::exp(logit - shift_);
    sum_ += weight;
    const T used = static_cast<T>(steps_.weight_after_softmax(problem_, i_, j, weight));
    const std::span<const double> value = problem_.value.row(j);
    for (std::size_t c = 0; c < output_.size(); ++c) output_[c] += used * static_cast<T>(value[c]);
  }

  const Steps& steps_;
  const Problem& problem_;
  Index i_;
  T scale_;
  T max_;
  T shift_;
  T sum_ = 0;
  std::vector<T> output_;  // [value_dim]
  std::vector<T> logits_;  // [keys of the tile]
};

/// How many keys the steps read; a fault may drop keys, but not invent them or stand still.
Index checked_keys(const Steps& steps, Index tokens) {
  const Index keys = steps.keys_read(tokens);
  if (keys < 0 || keys > tokens)
    throw std::invalid_argument("keys_read gives " + std::to_string(keys) + ", but there are " +
                                std::to_string(tokens) + " keys");
  if (steps.tile < 1)
    throw std::invalid_argument("a tile of " + std::to_string(steps.tile) + " keys; it needs at least 1");
  return keys;
}

template <class T>
Tensor run_tiles(const Steps& steps, const Problem& problem) {
  const Shape& shape = problem.shape;
  const Index keys = checked_keys(steps, shape.tokens);
  Tensor output(shape.tokens, shape.value_dim);
  for (Index i = 0; i < shape.tokens; ++i) {
    SteppedRow<T> row(steps, problem, i);
    for (Index first = 0; first < keys; first += steps.tile) row.take_tile(first, std::min(first + steps.tile, keys));
    row.deliver(output.row(i));
  }
  return output;
}

}  // namespace

Tensor run_steps(const Steps& steps, const Problem& problem) {
  require_valid(problem);
  if (steps.whole) return steps.whole(steps, problem);
  switch (problem.dtype) {
    case DType::float32:
      return run_tiles<float>(steps, problem);
    case DType::float64:
      return run_tiles<double>(steps, problem);
  }
  throw std::invalid_argument("attention in steps is not written for this dtype");
}

}  // namespace attncheck
