// A step whose result is kept with fewer bits than the dtype has: 8 for bfloat16, 11 for float16, then their
// neighbours.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "diagnose/families.h"

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

constexpr Keeping keepings[] = {{"rounded", rounding}, {"cut", cutting}};

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

Candidate candidate(const Place& place, const std::string& how, const Number& keep) {
  Candidate candidate;
  candidate.name = "precision";
  candidate.rounds = true;
  candidate.sentence = fmt::format("{} {}", place.text, how);
  candidate.steps = right_steps();
  place.put(candidate.steps, keep);
  return candidate;
}

}  // namespace

std::vector<Candidate> precision_family(Reader& reader) {
  std::vector<Candidate> all;
  const int most = info(reader.dtype()).precision;
  const std::vector<int> usual{8, 11, 10, 9, 12, 7, 13, 6, 14, 5, 15, 4, 16, 3, 17, 18, 24};
  for (const Place& place : places) all.push_back(candidate(place, "kept as float16, 11 bits", narrowing(11)));
  for (const int bits : usual)
    for (const Keeping& keeping : keepings)
      for (const Place& place : places)
        if (bits < most)
          all.push_back(candidate(place, fmt::format("{} to about {} bits", keeping.text, bits), keeping.of(bits)));
  return all;
}

}  // namespace attncheck
