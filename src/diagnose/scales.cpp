// The factor on query.key: what it is taken from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diagnose/families.h"

namespace attncheck {
namespace {

double real(Index size) { return static_cast<double>(size); }

double rounded_up(Index size, Index multiple) { return real((size + multiple - 1) / multiple * multiple); }

struct Divisor {
  std::string text;
  std::function<double(const Shape&)> of;
};

std::vector<Divisor> divisors() {
  std::vector<Divisor> all{
      {"1", [](const Shape&) { return 1.0; }},
      {"head_dim", [](const Shape& s) { return real(s.head_dim); }},
      {"1 / sqrt(head_dim)", [](const Shape& s) { return 1 / std::sqrt(real(s.head_dim)); }},
      {"1 / head_dim", [](const Shape& s) { return 1 / real(s.head_dim); }},
      {"-sqrt(head_dim)", [](const Shape& s) { return -std::sqrt(real(s.head_dim)); }},
      {"sqrt(sqrt(head_dim))", [](const Shape& s) { return std::sqrt(std::sqrt(real(s.head_dim))); }},
      {"head_dim sqrt(head_dim)", [](const Shape& s) { return real(s.head_dim) * std::sqrt(real(s.head_dim)); }},
      {"sqrt(value_dim)", [](const Shape& s) { return std::sqrt(real(s.value_dim)); }},
      {"value_dim", [](const Shape& s) { return real(s.value_dim); }},
      {"sqrt(tokens)", [](const Shape& s) { return std::sqrt(real(s.tokens)); }},
      {"tokens", [](const Shape& s) { return real(s.tokens); }},
      {"sqrt(head_dim + value_dim)", [](const Shape& s) { return std::sqrt(real(s.head_dim + s.value_dim)); }},
      {"sqrt(head_dim + 1)", [](const Shape& s) { return std::sqrt(real(s.head_dim + 1)); }},
      {"sqrt(head_dim) / log2(e)", [](const Shape& s) { return std::sqrt(real(s.head_dim)) * std::log(2.0); }},
      {"sqrt(head_dim) log2(e)", [](const Shape& s) { return std::sqrt(real(s.head_dim)) / std::log(2.0); }},
      {"head_dim rounded up to a power of two, its root",
       [](const Shape& s) { return std::sqrt(std::exp2(std::ceil(std::log2(real(s.head_dim))))); }}};
  for (const Index multiple : {4, 8, 16, 32, 64, 128})
    all.push_back({fmt::format("sqrt(head_dim rounded up to a multiple of {})", multiple),
                   [=](const Shape& s) { return std::sqrt(rounded_up(s.head_dim, multiple)); }});
  for (const Index size : {16, 32, 64, 80, 96, 128, 256, 512})
    all.push_back({fmt::format("sqrt({})", size), [=](const Shape&) { return std::sqrt(real(size)); }});
  for (const Index heads : {2, 4, 8, 12, 16})
    all.push_back(
        {fmt::format("sqrt({} head_dim)", heads), [=](const Shape& s) { return std::sqrt(real(heads * s.head_dim)); }});
  return all;
}

struct Reading {
  Shape shape;
  double scale;
};

/// head_dim 64 first: it is the one a sentence speaks of.
std::vector<Reading> readings(Reader& reader) {
  std::vector<Reading> read;
  for (const Index head_dim : {64, 40, 7, 16, 128, 2, 1}) {
    const Shape shape{8, head_dim, 8};
    if (const auto scale = reader.scale(shape)) read.push_back({shape, *scale});
  }
  return read;
}

/// "the logits are divided by 64.0 = head_dim at head_dim 64; expected 8.0 = sqrt(head_dim)"
std::string sentence(const std::string& formula, double divisor, const Shape& shape) {
  const std::string equals = formula.empty() ? "" : " = " + formula;
  return fmt::format("the logits are divided by {:.3g}{} at {}; expected {:.3g} = sqrt(head_dim)", divisor, equals,
                     to_string(shape), std::sqrt(real(shape.head_dim)));
}

Candidate candidate(const Divisor& divisor, const std::string& text) {
  Candidate candidate;
  candidate.name = "scale";
  candidate.sentence = text;
  candidate.steps = right_steps();
  candidate.steps.scale = [of = divisor.of](const Shape& shape) { return 1 / of(shape); };
  return candidate;
}

/// Scale = factor * head_dim^power through all readings, by least squares of the logarithms.
std::optional<Divisor> power_law(const std::vector<Reading>& read) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Reading& reading : read) {
    if (!(reading.scale > 0)) return std::nullopt;
    const double a = std::log(real(reading.shape.head_dim)), b = std::log(reading.scale);
    n += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  if (n < 3) return std::nullopt;
  const double power = (n * xy - x * y) / (n * xx - x * x), log_factor = (y - power * x) / n;
  return Divisor{"",
                 [=](const Shape& shape) { return std::exp(-log_factor) * std::pow(real(shape.head_dim), -power); }};
}

}  // namespace

std::vector<Candidate> scale_family(Reader& reader) {
  const std::vector<Reading> read = readings(reader);
  const Shape fallback{8, 64, 8};
  const Shape shape = read.empty() ? fallback : read[0].shape;
  std::vector<Candidate> candidates;
  for (const Divisor& divisor : divisors()) {
    const double shown = read.empty() ? divisor.of(shape) : 1 / read[0].scale;
    candidates.push_back(candidate(divisor, sentence(divisor.text, shown, shape)));
  }
  if (const auto law = power_law(read)) candidates.push_back(candidate(*law, sentence("", law->of(shape), shape)));
  return candidates;
}

}  // namespace attncheck
