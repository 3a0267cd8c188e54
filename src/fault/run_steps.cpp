// Attention tile by tile along the keys, every step of which can be replaced.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "attncheck/fault.h"
#include "fault/right.h"

namespace attncheck {
namespace {

/// Is this step the one that right_steps() gives?
template <class Result, class... Arguments>
bool is(const std::function<Result(Arguments...)>& step, Result (*right)(Arguments...)) {
  const auto* const target = step.template target<Result (*)(Arguments...)>();
  return target != nullptr && *target == right;
}

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
        output_(static_cast<std::size_t>(problem.shape.value_dim), T(0)),
        sums_right_(is(steps.value, right_value) && is(steps.add_to_output, right_sum)) {}

  void take_tile(Index first, Index last) {
    logits_.clear();
    for (Index j = first; j < last; ++j) logits_.push_back(logit(j));
    for (const T logit : logits_) max_ = std::max(max_, logit);
    move_to(static_cast<T>(steps_.shift(max_)));
    for (Index j = first; j < last; ++j) take_key(j, logits_[static_cast<std::size_t>(j - first)]);
  }

  void deliver(std::span<double> row) const {
    const T sum = static_cast<T>(steps_.final_sum(sum_, shift_));
    for (std::size_t c = 0; c < row.size(); ++c) {
      const T mean = output_[c] / sum;
      row[c] = static_cast<T>(steps_.deliver(problem_, i_, static_cast<Index>(c), mean));
    }
  }

 private:
  T logit(Index j) const {
    const T dot = steps_.dot ? static_cast<T>(steps_.dot(problem_, i_, j)) : right_dot(j);
    const T logit = scale_ * dot;
    if (!steps_.visible(problem_, i_, j)) return static_cast<T>(steps_.hidden_logit(logit));
    return static_cast<T>(steps_.logit(problem_, i_, j, logit));
  }

  T right_dot(Index j) const {
    const std::span<const double> query = problem_.query.row(i_), key = problem_.key.row(j);
    T dot = 0;
    for (std::size_t c = 0; c < query.size(); ++c) dot += static_cast<T>(query[c]) * static_cast<T>(key[c]);
    return dot;
  }

  T exponential(T x) const { return steps_.exponential ? static_cast<T>(steps_.exponential(x)) : std::exp(x); }

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
    const T weight = exponential(logit - shift_);
    sum_ = static_cast<T>(steps_.add_to_sum(sum_, weight));
    const T used = static_cast<T>(steps_.weight_after_softmax(problem_, i_, j, weight));
    if (sums_right_) return add_value(used, problem_.value.row(j));
    for (std::size_t c = 0; c < output_.size(); ++c) {
      const T product = used * static_cast<T>(steps_.value(problem_, j, static_cast<Index>(c)));
      output_[c] = static_cast<T>(steps_.add_to_output(output_[c], product));
    }
  }

  /// The same as the steps, without two calls for each element.
  void add_value(T weight, std::span<const double> value) {
    for (std::size_t c = 0; c < output_.size(); ++c) output_[c] += weight * static_cast<T>(value[c]);
  }

  const Steps& steps_;
  const Problem& problem_;
  Index i_;
  T scale_;
  T max_;
  T shift_;
  T sum_ = 0;
  std::vector<T> output_;  // [value_dim]
  bool sums_right_;
  std::vector<T> logits_;  // [keys of the tile]
};

/// How many keys or rows a fault leaves; it may drop some, but not invent them or stand still.
Index checked_count(const char* step, const std::function<Index(Index)>& count, Index tokens) {
  const Index left = count(tokens);
  if (left < 0 || left > tokens)
    throw std::invalid_argument(std::string(step) + " gives " + std::to_string(left) + ", but there are " +
                                std::to_string(tokens) + " tokens");
  return left;
}

template <class T>
Tensor run_tiles(const Steps& steps, const Problem& problem) {
  const Shape& shape = problem.shape;
  const Index keys = checked_count("keys_read", steps.keys_read, shape.tokens);
  const Index rows = checked_count("rows_written", steps.rows_written, shape.tokens);
  if (steps.tile < 1)
    throw std::invalid_argument("a tile of " + std::to_string(steps.tile) + " keys; it needs at least 1");
  Tensor output(shape.tokens, shape.value_dim);
  for (double& element : output.elements()) element = std::numeric_limits<double>::quiet_NaN();
  for (Index i = 0; i < rows; ++i) {
    SteppedRow<T> row(steps, problem, i);
    for (Index first = 0; first < keys; first += steps.tile) row.take_tile(first, std::min(first + steps.tile, keys));
    row.deliver(output.row(i));
  }
  return output;
}

template <class T>
Tensor run_kernel(Kernel<T> kernel, const Problem& problem) {
  const auto copy = [](const Tensor& tensor) {
    return std::vector<T>(tensor.elements().begin(), tensor.elements().end());
  };
  const std::vector<T> query = copy(problem.query), key = copy(problem.key), value = copy(problem.value);
  const Shape& shape = problem.shape;
  std::vector<T> output(static_cast<std::size_t>(shape.tokens * shape.value_dim), std::numeric_limits<T>::quiet_NaN());
  kernel(query.data(), key.data(), value.data(), output.data(), shape.tokens, shape.head_dim, shape.value_dim,
         problem.causal);
  Tensor result(shape.tokens, shape.value_dim);
  std::copy(output.begin(), output.end(), result.elements().begin());
  return result;
}

/// Whole faults may compute in double; what they answer is of the dtype.
Tensor rounded(Tensor output, DType dtype) {
  for (double& element : output.elements()) element = round_to(dtype, element);
  return output;
}

template <class T>
Tensor run_as(Kernel<T> kernel, const Steps& steps, const Problem& problem) {
  if (kernel != nullptr) return run_kernel(kernel, problem);
  return run_tiles<T>(steps, problem);
}

}  // namespace

Tensor run_steps(const Steps& steps, const Problem& problem) {
  require_valid(problem);
  if (steps.whole) return rounded(steps.whole(steps, problem), problem.dtype);
  switch (problem.dtype) {
    case DType::float32:
      return run_as(steps.kernel.float32, steps, problem);
    case DType::float64:
      return run_as(steps.kernel.float64, steps, problem);
  }
  throw std::invalid_argument("attention in steps is not written for this dtype");
}

}  // namespace attncheck
