// A step whose result is kept with fewer bits than the dtype has: 8 for bfloat16, 11 for float16, then their
// neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "diagnose/families.h"
#include "diagnose/numbers.h"

namespace attncheck {
namespace {

using Number = std::function<double(double)>;

struct Keeping {
  const char* text;
  Number (*of)(int bits);
};

Number rounding(int bits) {
  return [=](double x) { return round_to_bits(x, bits); };
}

/// Ties away from zero, as a half added before the bits are cut makes them.
Number rounding_up(int bits) {
  return [=](double x) {
    if (x == 0 || !std::isfinite(x)) return x;
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    return std::ldexp(std::round(std::ldexp(fraction, bits)), exponent - bits);
  };
}

Number cutting(int bits) {
  return [=](double x) {
    if (x == 0 || !std::isfinite(x)) return x;
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    return std::ldexp(std::trunc(std::ldexp(fraction, bits)), exponent - bits);
  };
}

/// float16: also its range, and its spacing of 2^-24 near zero.
Number narrowing(int bits) {
  return [=](double x) {
    const double spacing = std::ldexp(1.0, -13 - bits);
    const double kept = std::abs(x) < 0x1p-14 ? std::nearbyint(x / spacing) * spacing : round_to_bits(x, bits);
    return std::abs(kept) < 65520 ? kept : std::copysign(std::numeric_limits<double>::infinity(), x);
  };
}

constexpr Keeping keepings[] = {{"rounded", rounding}, {"rounded", rounding_up}, {"cut", cutting}};

struct Place {
  const char* text;
  void (*put)(Steps&, const Number&);
};

Steps::OfCell of_cell(const Number& keep) {
  return [=](const Problem&, Index, Index, double x) { return keep(x); };
}

void into_dot(Steps& steps, const Number& keep_input, const Number& keep_sum) {
  steps.dot = [=](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) {
      const double product = keep_input(problem.query(i, c)) * keep_input(problem.key(j, c));
      dot = keep_sum(round_to(problem.dtype, dot + round_to(problem.dtype, product)));
    }
    return dot;
  };
}

double all_of_it(double x) { return x; }

constexpr Place places[] = {
    {"logits are", [](Steps& steps, const Number& keep) { steps.logit = of_cell(keep); }},
    {"weights are", [](Steps& steps, const Number& keep) { steps.weight_after_softmax = of_cell(keep); }},
    {"exponentials are",
     [](Steps& steps, const Number& keep) { steps.exponential = [=](double x) { return keep(std::exp(x)); }; }},
    {"exponents, the maximum subtracted, are",
     [](Steps& steps, const Number& keep) { steps.exponential = [=](double x) { return std::exp(keep(x)); }; }},
    {"the running denominator is",
     [](Steps& steps, const Number& keep) {
       steps.add_to_sum = [=](double sum, double weight) { return keep(sum + weight); };
     }},
    {"the denominator is",
     [](Steps& steps, const Number& keep) { steps.final_sum = [=](double sum, double) { return keep(sum); }; }},
    {"the accumulator of the output is",
     [](Steps& steps, const Number& keep) {
       steps.add_to_output = [=](double output, double product) { return keep(output + product); };
     }},
    {"outputs are", [](Steps& steps, const Number& keep) { steps.deliver = of_cell(keep); }},
    {"query and key are", [](Steps& steps, const Number& keep) { into_dot(steps, keep, all_of_it); }},
    {"dot products are accumulated and", [](Steps& steps, const Number& keep) { into_dot(steps, all_of_it, keep); }},
    {"values are",
     [](Steps& steps, const Number& keep) {
       steps.value = [=](const Problem& problem, Index j, Index c) { return keep(problem.value(j, c)); };
     }},
    {"query, key and value are",
     [](Steps& steps, const Number& keep) {
       into_dot(steps, keep, all_of_it);
       steps.value = [=](const Problem& problem, Index j, Index c) { return keep(problem.value(j, c)); };
     }},
    {"logits and weights are",
     [](Steps& steps, const Number& keep) {
       steps.logit = of_cell(keep);
       steps.weight_after_softmax = of_cell(keep);
     }},
};

/// What a float64 subject computes in float32 here and there, with expf among others.
constexpr Place float32_places[] = {
    {"exponentials and what they are taken of are",
     [](Steps& steps, const Number& keep) { steps.exponential = [=](double x) { return keep(std::exp(keep(x))); }; }},
    {"rescaling factors are",
     [](Steps& steps, const Number& keep) {
       steps.rescale_sum = steps.rescale_output = [=](double old_shift, double new_shift) {
         return keep(std::exp(keep(old_shift - new_shift)));
       };
     }},
};

/// Weights divided by their sum before they meet the values; `keep` is applied to them or to the sum of products.
Tensor normalised_first(const Problem& problem, const Number& keep_weight, const Number& keep_output) {
  const auto rounded = [&](double x) { return round_to(problem.dtype, x); };
  Tensor weights = masked_logits(right_steps(), problem);
  for (Index i = 0; i < weights.rows(); ++i) {
    const std::span<double> row = weights.row(i);
    const double largest = *std::ranges::max_element(row);
    double sum = 0;
    for (double& x : row) sum = rounded(sum + (x = rounded(std::exp(rounded(x - largest)))));
    for (double& x : row) x = keep_weight(rounded(x / sum));
  }
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < output.rows(); ++i)
    for (Index j = 0; j < problem.visible_keys(i); ++j)
      for (Index c = 0; c < output.cols(); ++c)
        output(i, c) = keep_output(rounded(output(i, c) + rounded(weights(i, j) * problem.value(j, c))));
  return output;
}

constexpr Place normalised_places[] = {
    {"normalised weights are",
     [](Steps& steps, const Number& keep) {
       steps.whole = [=](const Steps&, const Problem& problem) { return normalised_first(problem, keep, all_of_it); };
     }},
    {"the accumulator of the output is",
     [](Steps& steps, const Number& keep) {
       steps.whole = [=](const Steps&, const Problem& problem) { return normalised_first(problem, all_of_it, keep); };
     }},
};

void add(std::vector<Candidate>& all, const std::string& how, const Number& keep, int freedom,
         std::span<const Place> further = {}) {
  const auto candidate = [&](const Place& place) {
    Candidate made = family_member("precision", fmt::format("{} {}", place.text, how));
    made.rounds = true;
    made.freedom = freedom;
    place.put(made.steps, keep);
    return made;
  };
  for (const std::span<const Place> group : {std::span<const Place>(places), further})
    for (const Place& place : group) {
      std::vector<Candidate> tiled = in_tiles(candidate(place), {no_tiles, 16, 64, 1, 32});
      std::ranges::move(tiled, std::back_inserter(all));
    }
  for (const Place& place : normalised_places) all.push_back(candidate(place));
}

}  // namespace

std::vector<Candidate> precision_family(Reader& reader) {
  std::vector<Candidate> all;
  add(all, "kept as float16, 11 bits", narrowing(11), 1);
  if (reader.dtype() == DType::float64) add(all, "rounded to float32", rounding(24), 0, float32_places);
  for (const int bits : {8, 11, 10, 9, 12, 7, 13, 6, 14, 5, 15, 4, 16, 3, 17, 18, 24})
    for (const Keeping& keeping : keepings)
      if (bits < info(reader.dtype()).precision)
        add(all, fmt::format("{} to about {} bits", keeping.text, bits), keeping.of(bits), 0);
  return all;
}

}  // namespace attncheck
