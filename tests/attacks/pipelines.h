#pragma once
// pipelines.h: the forms of attention, each made of replaceable steps: at once, tile by tile, in parts, key by key.
// Used by kernels.cpp. Shapes: one output row of a problem; see tests/reference/kernels.h. Errors: none.
// Source: Milakov, Gimelshein, Online normalizer calculation for softmax; Dao et al., FlashAttention.
#include "reference/arithmetic.h"
#include "tests/attacks/steps.h"
#include "tests/reference/kernels.h"

namespace attncheck::attacks {

using kernels::Input;

/// The scale, with log2(e) folded in where the exponential is exp2 of a fused multiplication.
template <class Real>
Real factor(const Input<Real>& in, const Steps<Real>& steps) {
  return steps.fused_exp2 ? in.scale() * static_cast<Real>(std::numbers::log2e) : in.scale();
}

template <class Real>
Row<Real> logits(const Input<Real>& in, const Steps<Real>& steps) {
  Row<Real> found;
  for (const auto& key : in.key) {
    const Real dot = steps.dot(in.query, key);
    found.push_back(steps.fused_exp2 ? dot : stored(steps.logits, dot * in.scale()));
  }
  return found;
}

template <class Real>
Real exponential(const Input<Real>& in, const Steps<Real>& steps, Real logit, Real shift) {
  if (!steps.fused_exp2) return steps.exp(logit - shift);
  const Real scaled = shift * factor(in, steps);
  return steps.exp2(std::fma(logit, factor(in, steps), -scaled));
}

/// exp of the distance between two maxima.
template <class Real>
Real rescale(const Input<Real>& in, const Steps<Real>& steps, Real before, Real now) {
  return steps.fused_exp2 ? steps.exp2((before - now) * factor(in, steps)) : steps.exp(before - now);
}

template <class Real>
Row<Real> kept(Row<Real> numbers, Storage storage) {
  if (storage == Storage::own) return numbers;
  for (Real& x : numbers) x = stored(storage, x);
  return numbers;
}

template <class Real>
Row<Real> column(const Input<Real>& in, std::size_t c, std::size_t first, std::size_t last) {
  Row<Real> values;
  for (std::size_t j = first; j < last; ++j) values.push_back(in.value[j][c]);
  return values;
}

template <class Real>
Row<Real> weighted(const Input<Real>& in, const Steps<Real>& steps, const Row<Real>& weights, std::size_t first = 0) {
  Row<Real> sums;
  for (std::size_t c = 0; c < in.columns; ++c)
    sums.push_back(steps.dot(weights, column(in, c, first, first + weights.size())));
  return sums;
}

/// exp(s_j - L) with L, the logarithm of the sum of all exponentials, rounded; to the base 2 where exp2 is fused.
template <class Real>
Row<Real> through_lse(const Input<Real>& in, const Steps<Real>& steps, const Row<Real>& s, Real shift, Real sum) {
  const Real lse = steps.fused_exp2 ? shift * factor(in, steps) + std::log2(sum) : shift + std::log(sum);
  Row<Real> weights;
  for (const Real logit : s)
    weights.push_back(steps.fused_exp2 ? steps.exp2(std::fma(logit, factor(in, steps), -lse)) : steps.exp(logit - lse));
  return weights;
}

/// All logits, their maximum, all exponentials; normalised after the sum of values, before it, or through a stored L.
template <class Real>
Row<Real> at_once(const Input<Real>& in, const Steps<Real>& steps, Form form) {
  const Row<Real> s = logits(in, steps);
  const Real shift = kernels::largest(s);
  Row<Real> e;
  for (const Real logit : s) e.push_back(exponential(in, steps, logit, shift));
  const Real sum = steps.sum(steps.sums_stored_weights ? kept(e, steps.weights) : e);
  if (form == Form::stored_lse) e = through_lse(in, steps, s, shift, sum);
  const Real inverse = 1 / sum;
  if (form == Form::normalise_first)
    for (Real& w : e) w *= inverse;
  Row<Real> output = weighted(in, steps, kept(e, steps.weights));
  if (form == Form::normalise_last)
    for (Real& o : output) o *= inverse;
  return kept(output, steps.output);
}

/// One pass: a running maximum, and what was summed before rescaled whenever it rises.
template <class Real>
Row<Real> tiled(const Input<Real>& in, const Steps<Real>& steps, std::size_t tile) {
  const Row<Real> s = logits(in, steps);
  Real max = s.front(), sum = 0;
  Row<Real> output(in.columns, 0);
  for (std::size_t first = 0; first < in.n; first += tile) {
    const std::size_t last = std::min(in.n, first + tile);
    const Real now = std::max(max, *std::max_element(&s[first], s.data() + last));
    const Real keep = rescale(in, steps, max, now);
    Row<Real> e;
    for (std::size_t j = first; j < last; ++j) e.push_back(exponential(in, steps, s[j], now));
    const Row<Real> weights = kept(e, steps.weights);
    sum = steps.sum({sum * keep, steps.sum(steps.sums_stored_weights ? weights : e)});
    const Row<Real> added = weighted(in, steps, weights, first);
    for (std::size_t c = 0; c < in.columns; ++c) output[c] = steps.sum({output[c] * keep, added[c]});
    max = now;
  }
  const Real inverse = 1 / sum;
  for (Real& o : output) o *= inverse;
  return kept(output, steps.output);
}

/// Parts of the keys attended to apart, each normalised, then merged through their log-sum-exps.
template <class Real>
Row<Real> in_parts(const Input<Real>& in, const Steps<Real>& steps, std::size_t parts) {
  const std::size_t size = (in.n + parts - 1) / parts;
  Row<Real> lse;
  std::vector<Row<Real>> outputs;
  for (std::size_t first = 0; first < in.n; first += size) {
    Input<Real> part = in;
    part.n = std::min(size, in.n - first);
    part.key.assign(&in.key[first], &in.key[first] + part.n);
    part.value.assign(&in.value[first], &in.value[first] + part.n);
    outputs.push_back(at_once(part, steps, Form::normalise_last));
    const Row<Real> s = logits(part, steps);
    Row<Real> e;
    for (const Real logit : s) e.push_back(steps.exp(logit - kernels::largest(s)));
    lse.push_back(kernels::largest(s) + std::log(steps.sum(e)));
  }
  Row<Real> shares;
  for (const Real part : lse) shares.push_back(steps.exp(part - kernels::largest(lse)));
  const Real inverse = 1 / steps.sum(shares);
  Row<Real> output(in.columns, 0);
  for (std::size_t p = 0; p < lse.size(); ++p)
    for (std::size_t c = 0; c < in.columns; ++c)
      output[c] = steps.sum({output[c], shares[p] * inverse * outputs[p][c]});
  return output;
}

/// A normalised output that every key moves towards its value.
template <class Real>
Row<Real> moving_mean(const Input<Real>& in, const Steps<Real>& steps) {
  const Row<Real> s = logits(in, steps);
  Real max = s.front(), sum = 0;
  Row<Real> output(in.columns, 0);
  for (std::size_t j = 0; j < in.n; ++j) {
    const Real now = std::max(max, s[j]);
    const Real e = exponential(in, steps, s[j], now);
    sum = steps.sum({sum * rescale(in, steps, max, now), e});
    const Real share = stored(steps.weights, e / sum);
    for (std::size_t c = 0; c < in.columns; ++c)
      output[c] = steps.sum({output[c], steps.sum({in.value[j][c], -output[c]}) * share});
    max = now;
  }
  return kept(output, steps.output);
}

}  // namespace attncheck::attacks
