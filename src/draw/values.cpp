#include "draw/values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace attncheck {
namespace {

double pick(Random& random, std::initializer_list<double> choices) {
  return *(choices.begin() + random.below(static_cast<Index>(choices.size())));
}

double between(Random& random, double low, double high) { return low + (high - low) * random.uniform(); }

double sign(Random& random) { return random.coin() ? 1.0 : -1.0; }

double integer(Random& random, Index most) { return static_cast<double>(random.below(2 * most + 1) - most); }

void fill_with(Tensor& tensor, const std::function<double()>& draw) {
  for (double& element : tensor.elements()) element = draw();
}

void scale_row(Tensor& tensor, Index i, double factor) {
  for (double& element : tensor.row(i)) element *= factor;
}

// Logits -----------------------------------------------------------------------------------------------------------

void fill_gaussian(Problem& problem, Random& random) {
  fill_normal(problem.query, random, problem.dtype);
  fill_normal(problem.key, random, problem.dtype);
}

/// A vector of length one: one channel, all channels alike, or any.
std::vector<double> direction(Index head_dim, Random& random) {
  std::vector<double> unit(static_cast<std::size_t>(head_dim), 0.0);
  const Index kind = random.below(3);
  if (kind == 0) {
    unit[static_cast<std::size_t>(random.below(head_dim))] = 1.0;
    return unit;
  }
  double squares = 0;
  for (double& element : unit) {
    element = kind == 1 ? sign(random) : random.normal() + 0x1p-20;
    squares += element * element;
  }
  for (double& element : unit) element /= std::sqrt(squares);
  return unit;
}

/// Every row sees key j with the logit `logit_of(j)`, times a factor of the row that `vary_rows` draws from 1/2,
/// 3/4, 1.
void along_keys(Problem& problem, Random& random, const std::function<double(Index)>& logit_of, bool vary_rows = true) {
  const Index tokens = problem.shape.tokens;
  const std::vector<double> unit = direction(problem.shape.head_dim, random);
  std::vector<double> logits;
  for (Index j = 0; j < tokens; ++j) logits.push_back(logit_of(j));
  double largest = 1;
  for (const double logit : logits) largest = std::max(largest, std::abs(logit));
  const double share =
      std::exp2(std::round(std::log2(largest) / 2));  // query and key carry about half the magnitude each
  const double length = std::sqrt(static_cast<double>(problem.shape.head_dim));
  for (Index i = 0; i < tokens; ++i) {
    const double row_factor = vary_rows ? pick(random, {0.5, 0.75, 1, 1}) : 1.0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) {
      problem.query(i, c) = length * share * row_factor * unit[static_cast<std::size_t>(c)];
      problem.key(i, c) = logits[static_cast<std::size_t>(i)] / share * unit[static_cast<std::size_t>(c)];
    }
  }
}

void fill_large_gaussian(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  const double magnitude = pick(random, {20, 60, 200, 1e3, 1e5});
  for (Index i = 0; i < problem.shape.tokens; ++i) scale_row(problem.query, i, magnitude);
}

void fill_wide_exponents(Problem& problem, Random& random) {
  for (Tensor* tensor : {&problem.query, &problem.key})
    fill_with(*tensor, [&] { return sign(random) * between(random, 1, 2) * std::exp2(between(random, -20, 10)); });
}

/// Moderate logits from a huge key and a tiny query, or the other way round: no one tensor may be narrowed.
void fill_lopsided(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  const double factor = pick(random, {0x1p30, 0x1p-30, 0x1p60, 0x1p-60});
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    scale_row(problem.query, i, factor);
    scale_row(problem.key, i, 1 / factor);
  }
}

void fill_cancelling(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  const double large = pick(random, {0x1p4, 0x1p8, 0x1p10});
  for (Index c = 0; c + 1 < problem.shape.head_dim; c += 2)
    for (Index i = 0; i < problem.shape.tokens; ++i) {
      problem.query(i, c) = problem.query(i, c + 1) = sign(random) * large;
      const double product = large * between(random, 0.5, 1);
      problem.key(i, c) = product;
      problem.key(i, c + 1) = -product + random.normal() / large;
    }
}

void fill_near_ties(Problem& problem, Random& random) {
  const double centre = pick(random, {1, 50, -50});
  const double ulp = info(problem.dtype).unit_roundoff * 2 * std::abs(centre);
  along_keys(
      problem, random, [&](Index) { return centre + ulp * static_cast<double>(random.below(4)); }, false);
}

void fill_equal(Problem& problem, Random& random) {
  const double logit = pick(random, {0, 1, -3, 30, -200});
  along_keys(problem, random, [&](Index) { return logit; });
}

void fill_identical_keys(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  for (Index j = 1; j < problem.shape.tokens; ++j)
    std::copy(problem.key.row(0).begin(), problem.key.row(0).end(), problem.key.row(j).begin());
}

void fill_zero_rows(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  const Index kept = random.below(problem.shape.tokens + 1);  // with one row kept elsewhere, all of them can be zero
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    if (i != kept && random.coin()) scale_row(problem.query, i, 0.0);
    if (i != kept && random.below(3) == 0) scale_row(problem.key, i, 0.0);
  }
}

/// Queries live in the even channels and keys in the odd ones: nothing is zero but every dot product.
void fill_orthogonal(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  for (Index i = 0; i < problem.shape.tokens; ++i)
    for (Index c = 0; c < problem.shape.head_dim; ++c) (c % 2 == 0 ? problem.key : problem.query)(i, c) = 0;
}

void fill_rising(Problem& problem, Random& random) {
  const double step = pick(random, {0.5, 2, 12, 100});
  along_keys(problem, random, [&](Index j) { return step * static_cast<double>(j); });
}

void fill_falling(Problem& problem, Random& random) {
  const double step = pick(random, {0.5, 2, 12, 100});
  along_keys(problem, random, [&](Index j) { return -step * static_cast<double>(j); });
}

void fill_slow_ramp(Problem& problem, Random& random) {
  const double step = sign(random) * between(random, 4, 16) / static_cast<double>(problem.shape.tokens);
  along_keys(problem, random, [&](Index j) { return step * static_cast<double>(j); });
}

void fill_staircase(Problem& problem, Random& random) {
  const double width = pick(random, {4, 16, 64});
  const double step = pick(random, {3, 15, 120});
  along_keys(problem, random, [&](Index j) { return step * std::floor(static_cast<double>(j) / width); });
}

void fill_peak(Problem& problem, Random& random, Index peak) {
  const double gap = pick(random, {6, 12, 20, 90, 300});
  along_keys(problem, random, [&](Index j) { return j == peak ? gap : between(random, -1, 1); });
}

void fill_late_peak(Problem& problem, Random& random) { fill_peak(problem, random, problem.shape.tokens - 1); }
void fill_early_peak(Problem& problem, Random& random) { fill_peak(problem, random, 0); }
void fill_dominant_key(Problem& problem, Random& random) {
  fill_peak(problem, random, random.below(problem.shape.tokens));
}

void fill_row_norms(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    scale_row(problem.query, i, std::exp2(std::round(between(random, -12, 7))));
    scale_row(problem.key, i, std::exp2(std::round(between(random, -6, 2))));
  }
}

/// Within 4 of the centre, or as far as rounding does not hide which key is the largest: a rounded sum of products of
/// this size may be off by many units in the last place of a float32.
double near(Random& random, double centre) {
  const double spread = 4 + std::abs(centre) * 0x1p-12;
  return centre + between(random, -spread, spread);
}

void fill_around(Problem& problem, Random& random, double centre) {
  along_keys(
      problem, random, [&](Index) { return near(random, centre); }, false);
}

void fill_large_positive(Problem& problem, Random& random) {
  fill_around(problem, random, pick(random, {100, 150, 300, 1e3, 2e6}));
}

void fill_large_negative(Problem& problem, Random& random) {
  fill_around(problem, random, pick(random, {-120, -150, -300, -1e3}));
}

void fill_very_negative(Problem& problem, Random& random) {
  fill_around(problem, random, pick(random, {-1.1e4, -5.5e4, -1.2e5, -2e6}));
}

void fill_large_both_signs(Problem& problem, Random& random) {
  const double magnitude = pick(random, {100, 300, 1e3, 1e6});
  const bool first = random.coin();
  along_keys(
      problem, random, [&](Index j) { return near(random, (j % 2 == 0) == first ? magnitude : -magnitude); }, false);
}

void fill_negative(Problem& problem, Random& random) {
  along_keys(problem, random, [&](Index) { return between(random, -30, -0.5); });
}

void fill_integer_grid(Problem& problem, Random& random) {
  for (Tensor* tensor : {&problem.query, &problem.key}) fill_with(*tensor, [&] { return integer(random, 3); });
}

void fill_one_hot(Problem& problem, Random& random) {
  const double height = pick(random, {1, 3, 16});
  for (Tensor* tensor : {&problem.query, &problem.key})
    for (Index i = 0; i < problem.shape.tokens; ++i) (*tensor)(i, random.below(problem.shape.head_dim)) = height;
}

void fill_tiny_queries(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  const double tiny = pick(random, {0x1p-30, 0x1p-100, 0x1p-140});
  for (Index i = 0; i < problem.shape.tokens; ++i) scale_row(problem.query, i, tiny);
}

void fill_tiny_products(Problem& problem, Random& random) {
  fill_gaussian(problem, random);
  const double tiny = std::sqrt(info(problem.dtype).smallest_normal);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    scale_row(problem.query, i, tiny);
    scale_row(problem.key, i, tiny);
  }
}

constexpr Family logit_table[] = {
    {"gaussian", "independent normals", fill_gaussian, true},
    {"integer grid", "query and key are integers -3 .. 3", fill_integer_grid, true},
    {"rising", "logits rise along the keys", fill_rising, true},
    {"very negative", "every logit is below -1e4", fill_very_negative},
    {"large both signs", "logits alternate between +L and -L, L from 100 to 1e6", fill_large_both_signs},
    {"late peak", "the last key is above all others by at least 2.5", fill_late_peak, true},
    {"large positive", "every logit is above 90", fill_large_positive},
    {"large negative", "every logit is below -110", fill_large_negative},
    {"falling", "logits fall along the keys", fill_falling, true},
    {"large gaussian", "normals with a query 20 to 1e5 times as long", fill_large_gaussian},
    {"lopsided", "normals with one of query and key 2^30 to 2^60 times as large and the other as much smaller",
     fill_lopsided},
    {"cancelling", "large products of opposite sign nearly cancel in each dot product", fill_cancelling, true},
    {"row norms", "rows of query and key differ in length by powers of two", fill_row_norms, true},
    {"equal", "all logits of a row are equal", fill_equal, true},
    {"near ties", "logits of a row differ by a few ulps", fill_near_ties, true},
    {"zero rows", "normals with whole rows of query and key zero", fill_zero_rows, true},
    {"orthogonal", "no query shares a channel with a key, so that all logits are zero", fill_orthogonal},
    {"slow ramp", "logits change by 4 to 16 over all keys", fill_slow_ramp, true},
    {"staircase", "logits rise in steps of several keys", fill_staircase, true},
    {"early peak", "the first key is above all others by at least 2.5", fill_early_peak, true},
    {"dominant key", "one key is above all others by at least 2.5", fill_dominant_key, true},
    {"negative", "every logit is below 0", fill_negative, true},
    {"wide exponents", "query and key elements from 2^-20 to 2^10", fill_wide_exponents},
    {"identical keys", "all keys are the same vector", fill_identical_keys, true},
    {"one-hot", "one channel of each query and key is not zero", fill_one_hot, true},
    {"tiny queries", "|query| below 1e-7, so that weights are nearly equal", fill_tiny_queries},
    {"tiny products", "products of query and key are about the smallest normal number", fill_tiny_products},
};

// Values -----------------------------------------------------------------------------------------------------------

void value_gaussian(Problem& problem, Random& random) { fill_normal(problem.value, random, problem.dtype); }

void value_tagged(Problem& problem, Random&) {
  for (Index j = 0; j < problem.shape.tokens; ++j)
    for (Index c = 0; c < problem.shape.value_dim; ++c)
      problem.value(j, c) = 1.0 + static_cast<double>(j) + static_cast<double>(c % 1024) / 1024.0;
}

void value_integers(Problem& problem, Random& random) {
  fill_with(problem.value, [&] { return integer(random, 9); });
}

void value_powers(Problem& problem, Random& random) {
  fill_with(problem.value, [&] { return sign(random) * std::exp2(static_cast<double>(random.below(21) - 10)); });
}

void value_wide(Problem& problem, Random& random) {
  fill_with(problem.value, [&] { return sign(random) * between(random, 1, 2) * std::exp2(between(random, -30, 30)); });
}

void value_large(Problem& problem, Random& random) {
  // Sums of all of them, also with weights up to e^20 under a shift that is not quite the maximum, stay below the
  // largest.
  const double largest = std::ldexp(info(problem.dtype).largest, -30) / static_cast<double>(problem.shape.tokens);
  fill_with(problem.value, [&] { return between(random, -1, 1) * largest; });
}

void value_subnormal(Problem& problem, Random& random) {
  const DTypeInfo& type = info(problem.dtype);
  fill_with(problem.value,
            [&] { return sign(random) * (1 + static_cast<double>(random.below(1000))) * type.smallest_subnormal; });
}

void value_tiny(Problem& problem, Random& random) {
  const double size = std::sqrt(info(problem.dtype).smallest_normal) * 0x1p-20;
  fill_with(problem.value, [&] { return random.normal() * size; });
}

void value_cancelling(Problem& problem, Random& random) {
  for (Index j = 0; j < problem.shape.tokens; ++j)
    for (double& element : problem.value.row(j)) element = (j % 2 == 0 ? 1e4 : -1e4) + random.normal();
}

void value_last_key(Problem& problem, Random& random) {
  for (double& element : problem.value.row(problem.shape.tokens - 1)) element = sign(random) * pick(random, {1, 1e3});
}

void value_one_key(Problem& problem, Random& random) {
  for (double& element : problem.value.row(random.below(problem.shape.tokens))) element = pick(random, {1, -2, 1e3});
}

void value_signs(Problem& problem, Random& random) {
  fill_with(problem.value, [&] { return sign(random); });
}

void value_one_hot(Problem& problem, Random&) {
  for (Index j = 0; j < problem.shape.tokens; ++j) problem.value(j, j % problem.shape.value_dim) = 1.0;
}

void value_close(Problem& problem, Random& random) {
  const double centre = pick(random, {1, -3, 1000});
  fill_with(problem.value, [&] { return centre * (1 + 0x1p-12 * random.normal()); });
}

/// Large values at every key but those whose logit is the largest of the last row, where it is zero: the output is what
/// the small weights carry together.
void value_against_peak(Problem& problem, Random& random) {
  const Index tokens = problem.shape.tokens;
  std::vector<double> dots;
  for (Index j = 0; j < tokens; ++j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) dot += problem.query(tokens - 1, c) * problem.key(j, c);
    dots.push_back(dot);
  }
  const double top = *std::max_element(dots.begin(), dots.end());
  const double size = pick(random, {1, 1e3, 1e6});
  for (Index j = 0; j < tokens; ++j)
    for (double& element : problem.value.row(j))
      element = dots[static_cast<std::size_t>(j)] == top ? 0.0 : size * between(random, 0.5, 1);
}

constexpr Family value_table[] = {
    {"gaussian", "independent normals", value_gaussian},
    {"tagged", "value[j][c] = 1 + j + c/1024, so that each key is told from each other", value_tagged},
    {"integers", "integers -9 .. 9", value_integers},
    {"last key", "only the last key has a value other than zero", value_last_key},
    {"powers of two", "powers of two from 2^-10 to 2^10", value_powers},
    {"large", "up to 2^-30 of the largest number, divided by tokens", value_large},
    {"signs", "1 and -1", value_signs},
    {"tiny", "normals of about the root of the smallest normal number, 2^-83 in float32", value_tiny},
    {"subnormal", "up to 1000 times the smallest number", value_subnormal},
    {"one-hot", "value[j] is 1 in channel j mod value_dim and 0 elsewhere", value_one_hot},
    {"cancelling", "neighbouring keys have values near 1e4 and -1e4", value_cancelling},
    {"wide exponents", "from 2^-30 to 2^30", value_wide},
    {"one key", "only one key has a value other than zero", value_one_key},
    {"against the peak", "values of one sign where the logits of the last row are not the largest, zero where they are",
     value_against_peak},
    {"close together", "all values within a few thousandths of each other", value_close},
};

}  // namespace

std::span<const Family> logit_families() { return logit_table; }
std::span<const Family> value_families() { return value_table; }

const Family& family_called(std::span<const Family> families, std::string_view name) {
  const auto found = std::find_if(families.begin(), families.end(), [&](const Family& f) { return f.name == name; });
  if (found == families.end()) throw std::logic_error("no value family is called " + std::string(name));
  return *found;
}

}  // namespace attncheck
