#include <algorithm>
#include <cmath>

#include "reference/lowest_bit.h"
#include "reference/row_kernels.h"

namespace attncheck {
namespace {

constexpr double margin = 1 + 1e-10;  // as everywhere in the float64 tier

void dots(const double* query, const double* keys, std::size_t d, std::size_t n, double* dot, double* magnitude) {
  constexpr std::size_t block = RowKernels::block;
  for (std::size_t j = 0; j < n; ++j) {
    const double* key = keys + j / block * block * d + j % block;
    dot[j] = magnitude[j] = 0;
    for (std::size_t k = 0; k < d; ++k) {
      const double product = query[k] * key[k * block];
      dot[j] += product;
      magnitude[j] += std::fabs(product);
    }
  }
}

double exponentials(const double* x, double shift, double least, std::size_t n, double* e) {
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    e[j] = std::max(least, std::exp(x[j] - shift));
    sum += e[j];
  }
  return sum;
}

void average(const double* weights, double sum, const double* values, std::size_t n, std::size_t columns, double* mean,
             double* size) {
  for (double* sums : {mean, size}) std::fill_n(sums, columns, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t c = 0; c < columns; ++c) {
      const double product = weights[j] * values[j * columns + c];
      mean[c] += product;
      size[c] += std::fabs(product);
    }
  for (std::size_t c = 0; c < columns; ++c) mean[c] /= sum;
}

void spreads(const double* change, const double* values, const double* centre, std::size_t n, std::size_t columns,
             double* spread) {
  std::fill_n(spread, columns, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t c = 0; c < columns; ++c) spread[c] += change[j] * std::fabs(values[j * columns + c] - centre[c]);
}

double scale(double* dot, double* magnitude, double root, double factor, std::size_t n) {
  double largest = -INFINITY;
  for (std::size_t j = 0; j < n; ++j) {
    dot[j] /= root;
    magnitude[j] *= factor;
    largest = std::max(largest, dot[j]);
  }
  return largest;
}

double bit_of(double x) { return x == 0 ? INFINITY : std::ldexp(1.0, lowest_bit(x)); }

bool grids(double query_bit, const double* key_bit, double element_bit, const double* key, std::size_t stride,
           const double* magnitude, double units, double smallest, std::size_t n, double* inexact) {
  const auto fits = [&](double grid, double size) { return grid >= smallest && size < grid * units; };
  constexpr std::size_t block = RowKernels::block;
  bool all = true;
  for (std::size_t j = 0; j < n; ++j) {
    const bool exact = fits(query_bit * key_bit[j], magnitude[j]);
    const bool open = fits(element_bit * bit_of(key[j / block * stride + j % block]), magnitude[j]);
    inexact[j] = exact ? 0 : open ? 2 : 1;
    all = all && inexact[j] == 1;
  }
  return all;
}

ErrorSums errors(const ErrorSteps& steps, const KeyErrors& keys, std::size_t n) {
  double most = 0, most_own = 0;
  ErrorSums sums{0, 0, 0};
  for (std::size_t j = 0; j < n; ++j) {
    const double error =
        (steps.tier_dot * keys.inexact[j] * keys.magnitude[j] + steps.tier_quotient * std::fabs(keys.logit[j])) *
        margin;
    keys.logit_error[j] = error;
    keys.weight_error[j] = (error + steps.tier_unit * (steps.max_logit - keys.logit[j] + 4)) * margin;
    most = std::max(most, error);
    sums.worst_weight_error = std::max(sums.worst_weight_error, keys.weight_error[j]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    const double size = std::fabs(keys.logit[j]), magnitude = keys.magnitude[j];
    const double gap = (steps.max_logit - keys.logit[j] + keys.logit_error[j] + most) * margin;
    keys.gap[j] = gap;
    keys.change[j] = keys.inexact[j] * (steps.sums * (magnitude + size) + steps.products * magnitude) +
                     steps.logit * size + steps.scale * gap + steps.added;
    most_own = std::max(most_own, keys.change[j]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    const double own = keys.change[j], e = keys.exponential[j];
    const double x = own + steps.unit * (keys.gap[j] + own + most_own) + steps.exp + keys.weight_error[j];
    keys.change[j] = e * (x + x * x / 2);
    sums.change += keys.change[j];
    sums.least += e * std::min(1.0, 1 - x + x * x);
  }
  return sums;
}

void bounds(const BoundSteps& steps, const ColumnSums& sums, std::size_t columns, double* radius, double* tightest) {
  const auto capped = [](double x, double most) { return x < most ? x : most; };
  for (std::size_t c = 0; c < columns; ++c) {
    const double output = std::fabs(sums.centre[c]), size = sums.size[c];
    const double summed = steps.rounding * size + steps.lost;
    const double spread = steps.radius_factor * sums.tier_spread[c] + steps.radius_added;
    radius[c] = capped((spread + steps.change * summed) * steps.per_least + summed, sums.hull[c]) * margin;
    const double moved = capped(steps.per_moved * sums.spread[c], sums.hull[c]);
    const double added = steps.xi * (output + moved) + sums.zed[c] * (size * steps.per_sum + output + moved) / 2;
    tightest[c] =
        (steps.after * (moved + added * steps.per_kept + steps.underflow) + steps.kap * output) * steps.roundings;
  }
}

Sizes sizes(const double* numbers, std::size_t count) {
  Sizes found{0, 0, INFINITY, 0};
  for (std::size_t k = 0; k < count; ++k) {
    found.largest = std::isnan(numbers[k]) ? INFINITY : std::max(found.largest, std::fabs(numbers[k]));
    found.squares += numbers[k] * numbers[k];
    found.lowest_bit = std::min(found.lowest_bit, bit_of(numbers[k]));
    found.zeros += numbers[k] == 0 ? 1 : 0;
  }
  return found;
}

}  // namespace

const RowKernels& plain_kernels() {
  static constexpr RowKernels kernels{"plain", &dots,    &scale,   &grids,  &exponentials,
                                      &errors, &average, &spreads, &bounds, &sizes};
  return kernels;
}

}  // namespace attncheck
