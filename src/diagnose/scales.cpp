// The factor on query.key: what it is taken from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "diagnose/families.h"
#include "diagnose/numbers.h"

namespace attncheck {
namespace {

double real(Index size) { return static_cast<double>(size); }

double rounded_up(Index size, Index multiple) { return real((size + multiple - 1) / multiple * multiple); }

/// What people write for log2(e) = 1.4426950408889634.
std::vector<std::pair<std::string, double>> rough_log2_e() {
  std::vector<std::pair<std::string, double>> all{
      {"log2(e) as a float32 number", round_to(DType::float32, 1 / std::log(2.0))}};
  for (const double rough : {1.4, 1.44, 1.442, 1.4426, 1.44269, 1.442695, 1.443, 1.4427, 1.5})
    all.emplace_back(fmt::format("{:g}", rough), rough);
  return all;
}

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
  // In a float64 subject only: a constant or a variable of type float.
  const auto narrow = [](double x) { return round_to(DType::float32, x); };
  all.push_back(
      {"sqrt(head_dim) as a float32 number", [=](const Shape& s) { return narrow(std::sqrt(real(s.head_dim))); }});
  all.push_back({"1 / (1 / sqrt(head_dim) as a float32 number)",
                 [=](const Shape& s) { return 1 / narrow(1 / std::sqrt(real(s.head_dim))); }});
  all.push_back({"1 / (1 / sqrt(head_dim), all in float32)",
                 [=](const Shape& s) { return 1 / narrow(1 / narrow(std::sqrt(real(s.head_dim)))); }});
  for (const auto& [text, log2_e] : rough_log2_e())
    all.push_back({fmt::format("sqrt(head_dim) / ({} ln(2)), as of an exp2 with {} for log2(e)", text, text),
                   [factor = log2_e * std::log(2.0)](const Shape& s) { return std::sqrt(real(s.head_dim)) / factor; }});
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

  /// How far the scale is from the right one, as a factor above 1.
  double off() const {
    const double factor = std::abs(scale) * std::sqrt(real(shape.head_dim));
    return scale < 0 ? std::numeric_limits<double>::infinity() : std::max(factor, 1 / factor);
  }
};

std::vector<Reading> readings(Reader& reader) {
  std::vector<Reading> read;
  for (const Index head_dim : {64, 40, 7, 16, 128, 2, 1}) {
    const Shape shape{8, head_dim, 8};
    if (const auto scale = reader.scale(shape)) read.push_back({shape, *scale});
  }
  return read;
}

/// What a sentence speaks of: the first reading that is about as far off as any, head_dim 64 when it is.
Reading shown_of(const std::vector<Reading>& read, const Divisor& divisor) {
  const Shape usual{8, 64, 8};
  if (read.empty()) return {usual, 1 / divisor.of(usual)};
  const double most = std::ranges::max_element(read, {}, &Reading::off)->off();
  const bool clearly_off = read[0].shape == usual && read[0].off() > 1.25;
  return *std::ranges::find_if(read, [&](const Reading& r) { return clearly_off || 2 * (r.off() - 1) >= most - 1; });
}

/// Both numbers with as many digits as tell them apart.
std::pair<std::string, std::string> apart(double one, double other) {
  constexpr int most_digits = 12;
  for (int digits = 3;; ++digits) {
    std::pair texts(fmt::format("{:#.{}g}", one, digits), fmt::format("{:#.{}g}", other, digits));
    if (texts.first != texts.second || digits == most_digits) return texts;
  }
}

/// "at head_dim 64 the logits are divided by 64.0 = head_dim; expected 8.00 = sqrt(head_dim)"
std::string sentence(const std::string& formula, const Reading& shown) {
  const bool by_head_dim =
      formula.find("value_dim") == std::string::npos && formula.find("tokens") == std::string::npos;
  const Index head_dim = shown.shape.head_dim;
  const auto [found, right] = apart(1 / shown.scale, std::sqrt(real(head_dim)));
  return fmt::format("at {} the logits are divided by {}{}; expected {} = sqrt(head_dim)",
                     by_head_dim ? fmt::format("head_dim {}", head_dim) : to_string(shown.shape), found,
                     formula.empty() || formula == "1" ? "" : " = " + formula, right);
}

Candidate candidate(const Divisor& divisor, const std::vector<Reading>& read) {
  Candidate candidate = family_member("scale", sentence(divisor.text, shown_of(read, divisor)));
  candidate.kind = divisor.text;
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
  std::vector<Candidate> candidates;
  for (const Divisor& divisor : divisors()) candidates.push_back(candidate(divisor, read));
  Candidate flat = family_member("scale", "every visible key has the same weight");
  flat.steps.scale = [](const Shape&) { return 0.0; };
  candidates.push_back(flat);
  return candidates;
}

std::vector<Candidate> scale_law_family(Reader& reader) {
  const std::vector<Reading> read = readings(reader);
  const auto law = power_law(read);
  return law ? std::vector{candidate(*law, read)} : std::vector<Candidate>{};
}

std::vector<Candidate> log2_e_family(Reader&) {
  std::vector<Candidate> candidates;
  for (const auto& [text, log2_e] : rough_log2_e()) {
    Candidate rough = family_member("log2_e", fmt::format("exponentials are taken as exp2 with {} for log2(e), and "
                                                          "rescaling factors are right",
                                                          text));
    rough.kind = text;
    rough.steps.exponential = [factor = log2_e * std::log(2.0)](double x) { return std::exp(factor * x); };
    std::vector<Candidate> tiled = in_tiles(rough, {16, 1, 32, 64, 8, 128, 4});
    std::ranges::move(tiled, std::back_inserter(candidates));
  }
  return candidates;
}

}  // namespace attncheck
