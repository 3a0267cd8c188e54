#pragma once
// kernels.h: correct attention in many honest arithmetics, and a few wrong ones, written for the tests of the
// reference. Real is float or double. All compute row i of a problem from its first `n` visible keys.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck::kernels {

template <class Real>
using Row = std::vector<Real>;

/// One row at a time: everything a kernel needs, in its own type.
template <class Real>
struct Input {
  std::size_t n, d, columns;
  Row<Real> query;               // [d]
  std::vector<Row<Real>> key;    // [n][d]
  std::vector<Row<Real>> value;  // [n][columns]
  Real scale() const { return Real(1) / std::sqrt(static_cast<Real>(d)); }
};

template <class Real>
Row<Real> cast(std::span<const double> numbers) {
  return Row<Real>(numbers.begin(), numbers.end());
}

template <class Real>
Input<Real> input(const Problem& problem, Index i) {
  Input<Real> in;
  in.n = static_cast<std::size_t>(problem.visible_keys(i));
  in.d = static_cast<std::size_t>(problem.shape.head_dim);
  in.columns = static_cast<std::size_t>(problem.shape.value_dim);
  in.query = cast<Real>(problem.query.row(i));
  for (Index j = 0; j < problem.visible_keys(i); ++j) {
    in.key.push_back(cast<Real>(problem.key.row(j)));
    in.value.push_back(cast<Real>(problem.value.row(j)));
  }
  return in;
}

template <class Real>
Real dot(const Row<Real>& a, const Row<Real>& b) {
  Real sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

template <class Real>
Real pairwise(Row<Real> terms) {
  while (terms.size() > 1) {
    Row<Real> half;
    for (std::size_t k = 0; k + 1 < terms.size(); k += 2) half.push_back(terms[k] + terms[k + 1]);
    if (terms.size() % 2 == 1) half.push_back(terms.back());
    terms = half;
  }
  return terms.front();
}

template <class Real>
Row<Real> scaled_logits(const Input<Real>& in) {
  Row<Real> logits;
  for (const auto& key : in.key) logits.push_back(dot(in.query, key) * in.scale());
  return logits;
}

template <class Real>
Real largest(const Row<Real>& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}

template <class Real>
Row<Real> normalise_last(const Input<Real>& in, const Row<Real>& weights) {
  Real sum = 0;
  for (const Real w : weights) sum += w;
  Row<Real> output(in.columns, 0);
  for (std::size_t j = 0; j < in.n; ++j)
    for (std::size_t c = 0; c < in.columns; ++c) output[c] += weights[j] * in.value[j][c];
  for (Real& o : output) o /= sum;
  return output;
}

template <class Real>
Row<Real> exps(const Row<Real>& logits, Real shift) {
  Row<Real> weights;
  for (const Real s : logits) weights.push_back(std::exp(s - shift));
  return weights;
}

template <class Real>
Row<Real> naive(const Input<Real>& in) {
  const auto logits = scaled_logits(in);
  return normalise_last(in, exps(logits, largest(logits)));
}

template <class Real>
Row<Real> reversed(const Input<Real>& in) {
  Input<Real> back = in;
  std::reverse(back.query.begin(), back.query.end());
  for (auto& key : back.key) std::reverse(key.begin(), key.end());
  std::reverse(back.key.begin(), back.key.end());
  std::reverse(back.value.begin(), back.value.end());
  return naive(back);
}

template <class Real>
Row<Real> pairwise_sums(const Input<Real>& in) {
  Row<Real> logits;
  for (const auto& key : in.key) {
    Row<Real> products;
    for (std::size_t k = 0; k < in.d; ++k) products.push_back(in.query[k] * key[k]);
    logits.push_back(pairwise(products) / std::sqrt(static_cast<Real>(in.d)));
  }
  const auto weights = exps(logits, largest(logits));
  const Real inverse = Real(1) / pairwise(weights);
  Row<Real> output;
  for (std::size_t c = 0; c < in.columns; ++c) {
    Row<Real> terms;
    for (std::size_t j = 0; j < in.n; ++j) terms.push_back(weights[j] * in.value[j][c]);
    output.push_back(pairwise(terms) * inverse);
  }
  return output;
}

template <class Real>
Row<Real> normalise_first(const Input<Real>& in) {
  const auto logits = scaled_logits(in);
  auto weights = exps(logits, largest(logits));
  Real sum = 0;
  for (const Real w : weights) sum += w;
  Row<Real> output(in.columns, 0);
  for (std::size_t j = 0; j < in.n; ++j)
    for (std::size_t c = 0; c < in.columns; ++c) output[c] += weights[j] / sum * in.value[j][c];
  return output;
}

/// Running maximum, sum and unnormalised output over some keys.
template <class Real>
struct Online {
  Real max = -INFINITY, sum = 0;
  Row<Real> output;
};

template <class Real>
void absorb(Online<Real>& state, const Input<Real>& in, const Row<Real>& logits, std::size_t first, std::size_t last,
            Real patience = 0) {
  Real max = state.max;
  for (std::size_t j = first; j < last; ++j) max = std::max(max, logits[j]);
  if (max <= state.max + patience) max = state.max;
  const Real keep = std::isinf(state.max) ? Real(0) : std::exp(state.max - max);
  Real sum = 0;
  Row<Real> tile(in.columns, 0);
  for (std::size_t j = first; j < last; ++j) {
    const Real p = std::exp(logits[j] - max);
    sum += p;
    for (std::size_t c = 0; c < in.columns; ++c) tile[c] += p * in.value[j][c];
  }
  state.sum = state.sum * keep + sum;
  state.output.resize(in.columns, 0);
  for (std::size_t c = 0; c < in.columns; ++c) state.output[c] = state.output[c] * keep + tile[c];
  state.max = max;
}

template <class Real>
Row<Real> online(const Input<Real>& in, std::size_t tile, Real patience = 0) {
  const auto logits = scaled_logits(in);
  Online<Real> state;
  for (std::size_t j = 0; j < in.n; j += tile) absorb(state, in, logits, j, std::min(in.n, j + tile), patience);
  for (Real& o : state.output) o *= Real(1) / state.sum;
  return state.output;
}

/// Lanes that each take every lanes-th key, merged at the end.
template <class Real>
Row<Real> strided_lanes(const Input<Real>& in, std::size_t lanes) {
  const auto logits = scaled_logits(in);
  std::vector<Online<Real>> state(std::min(lanes, in.n));
  for (std::size_t j = 0; j < in.n; ++j) absorb(state[j % state.size()], in, logits, j, j + 1);
  Online<Real> all = state[0];
  for (std::size_t lane = 1; lane < state.size(); ++lane) {
    const Real max = std::max(all.max, state[lane].max);
    const Real mine = std::exp(all.max - max), other = std::exp(state[lane].max - max);
    all.sum = all.sum * mine + state[lane].sum * other;
    for (std::size_t c = 0; c < in.columns; ++c) all.output[c] = all.output[c] * mine + state[lane].output[c] * other;
    all.max = max;
  }
  for (Real& o : all.output) o /= all.sum;
  return all.output;
}

/// exp2(s c - m c) with m c rounded by itself, tile by tile.
template <class Real>
Row<Real> fused_exp2(const Input<Real>& in, std::size_t tile) {
  const Real factor = in.scale() * static_cast<Real>(1.4426950408889634);
  Real max = -INFINITY, sum = 0;
  Row<Real> output(in.columns, 0);
  for (std::size_t first = 0; first < in.n; first += tile) {
    const std::size_t last = std::min(in.n, first + tile);
    Row<Real> raw;
    for (std::size_t j = first; j < last; ++j) raw.push_back(dot(in.query, in.key[j]));
    const Real now = std::max(max, largest(raw));
    const Real keep = std::isinf(max) ? Real(0) : std::exp2((max - now) * factor);
    const Real shift = now * factor;
    sum *= keep;
    for (Real& o : output) o *= keep;
    for (std::size_t j = first; j < last; ++j) {
      const Real p = std::exp2(std::fma(raw[j - first], factor, -shift));
      sum += p;
      for (std::size_t c = 0; c < in.columns; ++c) output[c] += p * in.value[j][c];
    }
    max = now;
  }
  for (Real& o : output) o /= sum;
  return output;
}

template <class Real>
Row<Real> prescaled_exp2(const Input<Real>& in) {
  Input<Real> scaled = in;
  for (Real& q : scaled.query) q *= in.scale() * static_cast<Real>(1.4426950408889634);
  Row<Real> logits, weights;
  for (const auto& key : in.key) logits.push_back(dot(scaled.query, key));
  for (const Real s : logits) weights.push_back(std::exp2(s - largest(logits)));
  return normalise_last(in, weights);
}

/// query and key both multiplied by head_dim^(-1/4), as some frameworks do.
template <class Real>
Row<Real> both_scaled(const Input<Real>& in) {
  Input<Real> scaled = in;
  const Real root = std::sqrt(in.scale());
  for (Real& q : scaled.query) q *= root;
  for (auto& key : scaled.key)
    for (Real& k : key) k *= root;
  Row<Real> logits;
  for (const auto& key : scaled.key) logits.push_back(dot(scaled.query, key));
  return normalise_last(in, exps(logits, largest(logits)));
}

/// The first key taken from all keys: every logit of the row moves by the same amount.
template <class Real>
Row<Real> first_key_subtracted(const Input<Real>& in) {
  Input<Real> moved = in;
  for (auto& key : moved.key)
    for (std::size_t c = 0; c < key.size(); ++c) key[c] -= in.key.front()[c];
  return naive(moved);
}

/// A butterfly of differences and sums: a Hadamard matrix over the largest power of two of the channels.
template <class Real>
void rotate(Row<Real>& row) {
  std::size_t block = 1;
  while (2 * block <= row.size()) block *= 2;
  for (std::size_t half = 1; half < block; half *= 2)
    for (std::size_t c = 0; c < block; ++c) {
      if ((c & half) != 0) continue;
      const Real a = row[c], b = row[c + half];
      row[c] = a + b;
      row[c + half] = a - b;
    }
  for (std::size_t c = 0; c < block; ++c) row[c] *= 1 / std::sqrt(static_cast<Real>(block));
}

template <class Real>
Input<Real> rotated(const Input<Real>& in) {
  Input<Real> turned = in;
  rotate(turned.query);
  for (auto& key : turned.key) rotate(key);
  return turned;
}

template <class Real>
Row<Real> stored_lse(const Input<Real>& in) {
  const auto logits = scaled_logits(in);
  const Real max = largest(logits);
  Real sum = 0;
  for (const Real p : exps(logits, max)) sum += p;
  const Real lse = max + std::log(sum);
  Row<Real> output(in.columns, 0);
  for (std::size_t j = 0; j < in.n; ++j)
    for (std::size_t c = 0; c < in.columns; ++c) output[c] += std::exp(logits[j] - lse) * in.value[j][c];
  return output;
}

template <class Real>
Row<Real> stored_lse_base2(const Input<Real>& in) {
  auto logits = scaled_logits(in);
  for (Real& s : logits) s *= static_cast<Real>(1.4426950408889634);
  const Real max = largest(logits);
  Real sum = 0;
  for (const Real s : logits) sum += std::exp2(s - max);
  const Real lse = max + std::log2(sum);
  Row<Real> output(in.columns, 0);
  for (std::size_t j = 0; j < in.n; ++j)
    for (std::size_t c = 0; c < in.columns; ++c) output[c] += std::exp2(logits[j] - lse) * in.value[j][c];
  return output;
}

template <class Real>
Row<Real> split_merge(const Input<Real>& in, std::size_t parts, bool stored) {
  const auto logits = scaled_logits(in);
  const std::size_t size = (in.n + parts - 1) / parts;
  Row<Real> lse;
  std::vector<Row<Real>> outputs;
  for (std::size_t first = 0; first < in.n; first += size) {
    Online<Real> part;
    absorb(part, in, logits, first, std::min(in.n, first + size));
    for (Real& o : part.output) o /= part.sum;
    outputs.push_back(part.output);
    lse.push_back(part.max + std::log(part.sum));
  }
  const Real most = largest(lse);
  Row<Real> output(in.columns, 0);
  Real sum = 0;
  for (std::size_t part = 0; part < lse.size(); ++part) sum += std::exp(lse[part] - most);
  const Real total = most + std::log(sum);
  for (std::size_t part = 0; part < lse.size(); ++part) {
    const Real share = stored ? std::exp(lse[part] - total) : std::exp(lse[part] - most) / sum;
    for (std::size_t c = 0; c < in.columns; ++c) output[c] += share * outputs[part][c];
  }
  return output;
}

template <class Real>
Row<Real> running_mean(const Input<Real>& in) {
  const auto logits = scaled_logits(in);
  Real max = -INFINITY, sum = 0;
  Row<Real> output(in.columns, 0);
  for (std::size_t j = 0; j < in.n; ++j) {
    const Real now = std::max(max, logits[j]);
    const Real keep = std::isinf(max) ? Real(0) : std::exp(max - now);
    const Real p = std::exp(logits[j] - now);
    sum = sum * keep + p;
    for (std::size_t c = 0; c < in.columns; ++c) output[c] += (in.value[j][c] - output[c]) * (p / sum);
    max = now;
  }
  return output;
}

/// A constant that cancels in the softmax, added to every logit.
template <class Real>
Row<Real> constant_added(const Input<Real>& in) {
  auto logits = scaled_logits(in);
  for (Real& s : logits) s += static_cast<Real>(3.7123);
  return normalise_last(in, exps(logits, largest(logits)));
}

/// exp wrong by up to 3 units in the last place, always upwards or by turns.
template <class Real>
Row<Real> coarse_exp(const Input<Real>& in, bool biased) {
  const auto logits = scaled_logits(in);
  auto weights = exps(logits, largest(logits));
  const Real ulp = std::numeric_limits<Real>::epsilon();
  for (std::size_t j = 0; j < in.n; ++j)
    if (logits[j] != largest(logits)) weights[j] *= biased || j % 2 == 0 ? 1 + 3 * ulp : 1 - 2 * ulp;
  return normalise_last(in, weights);
}

template <class Real>
using Kernel = std::function<Row<Real>(const Input<Real>&)>;

template <class Real>
struct Named {
  std::string name;
  Kernel<Real> kernel;
};

template <class Real>
std::vector<Named<Real>> honest() {
  using In = const Input<Real>&;
  return {{"naive", naive<Real>},
          {"reversed", reversed<Real>},
          {"pairwise", pairwise_sums<Real>},
          {"normalise first", normalise_first<Real>},
          {"online, tile 1", [](In in) { return online(in, 1); }},
          {"online, tile 5", [](In in) { return online(in, 5); }},
          {"online, tile 16", [](In in) { return online(in, 16); }},
          {"lazily rescaled", [](In in) { return online(in, 4, Real(5.5)); }},
          {"8 strided lanes", [](In in) { return strided_lanes(in, 8); }},
          {"fused exp2, tile 4", [](In in) { return fused_exp2(in, 4); }},
          {"fused exp2, one tile", [](In in) { return fused_exp2(in, in.n); }},
          {"prescaled exp2", prescaled_exp2<Real>},
          {"both operands scaled", both_scaled<Real>},
          {"first key subtracted", first_key_subtracted<Real>},
          {"rotated", [](In in) { return naive(rotated(in)); }},
          {"rotated, prescaled exp2", [](In in) { return prescaled_exp2(rotated(in)); }},
          {"stored log-sum-exp", stored_lse<Real>},
          {"stored log-sum-exp, base 2", stored_lse_base2<Real>},
          {"split merge, divided", [](In in) { return split_merge(in, 3, false); }},
          {"split merge, stored", [](In in) { return split_merge(in, 3, true); }},
          {"running mean", running_mean<Real>},
          {"constant added", constant_added<Real>},
          {"exp 3 ulp up", [](In in) { return coarse_exp(in, true); }},
          {"exp 3 ulp by turns", [](In in) { return coarse_exp(in, false); }}};
}

template <class Real>
Tensor run(const Kernel<Real>& kernel, const Problem& problem) {
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    const Row<Real> row = kernel(input<Real>(problem, i));
    std::copy(row.begin(), row.end(), output.row(i).begin());
  }
  return output;
}

}  // namespace attncheck::kernels
