// Numbers that replace or join others: hidden logits, the denominator, the start of the maximum, a bias by distance.
#include "diagnose/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diagnose/families.h"

namespace attncheck {
namespace {

/// What the hidden key of logit `hidden` counts as: read beside the visible key of the highest logit that leaves both
/// readable.
std::optional<double> read_hidden(Reader& reader, double hidden) {
  const auto both = [&](double visible) { return reader.log_ratio({visible, hidden}, true, 0, 1, 0); };
  const auto wins = [&](double visible) {
    const auto weights = reader.weights({visible, hidden}, true, 0);
    return weights && (*weights)[1] > 0.5;
  };
  double before = 0;
  for (const double visible : rising_magnitudes(reader, -1)) {
    if (const auto ratio = both(visible)) return visible + *ratio;
    if (wins(visible)) {
      const double meets = -threshold(-before, -visible, [&](double x) { return wins(-x); });
      const auto ratio = both(meets);
      return ratio ? std::optional(meets + *ratio) : std::nullopt;
    }
    before = visible;
  }
  return std::nullopt;
}

Candidate finite_start(double start) {
  Candidate candidate = numbered("max_start", "the maximum starts at {:g}: smaller logits never move it", start);
  candidate.steps.max_start = [=] { return start; };
  return candidate;
}

}  // namespace

Candidate family_member(std::string_view family, const std::string& sentence) {
  Candidate candidate;
  candidate.name = family;
  candidate.sentence = candidate.kind = sentence;
  candidate.steps = right_steps();
  return candidate;
}

Candidate numbered(std::string_view family, std::string_view pattern, double number) {
  Candidate candidate = family_member(family, fmt::format(fmt::runtime(pattern), number));
  candidate.kind = pattern;
  return candidate;
}

std::vector<double> as_written(double read) {
  std::vector<double> numbers;
  const auto add = [&](double number) {
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  };
  if (!std::isfinite(read)) return numbers;
  if (std::abs(read - std::round(read)) < 0x1p-10) add(std::round(read) + 0.0);  // + 0.0: never -0
  for (const int digits : {1, 2, 3, 15}) add(std::strtod(fmt::format("{:.{}e}", read, digits - 1).c_str(), nullptr));
  return numbers;
}

std::vector<Candidate> hidden_logit_family(Reader& reader) {
  std::vector<Candidate> candidates;
  const auto zero = read_hidden(reader, 0), above = read_hidden(reader, 3), below = read_hidden(reader, -3);
  if (!zero || !above || !below) return candidates;
  for (const double filled : as_written(*zero)) {
    Candidate fill = numbered("hidden_logit", "a hidden key gets the logit {:g}", filled);
    fill.steps.hidden_logit = [=](double) { return filled; };
    candidates.push_back(fill);
    Candidate add = numbered("hidden_logit", "{:g} is added to the logit of a hidden key", filled);
    add.steps.hidden_logit = [=](double logit) { return logit + filled; };
    candidates.push_back(add);
  }
  for (const double factor : as_written((*above - *below) / 6)) {
    if (factor == 0 || factor == 1) continue;  // a fixed logit, and no mask at all
    Candidate multiply = numbered("hidden_logit", "the logit of a hidden key is multiplied by {:g}", factor);
    multiply.steps.hidden_logit = [=](double logit) { return logit * factor; };
    candidates.push_back(multiply);
  }
  return candidates;
}

std::vector<Candidate> sum_family(Reader& reader) {
  std::vector<Candidate> candidates;
  const auto alone = reader.weights({0}, false, 0);
  if (!alone || !((*alone)[0] > 0) || !std::isfinite((*alone)[0])) return candidates;
  for (const double extra : as_written(1 / (*alone)[0] - 1)) {
    if (extra == 0) continue;
    Candidate constant = numbered("sum", "{:g} is added to the denominator", extra);
    constant.steps.final_sum = [=](double sum, double) { return sum + extra; };
    candidates.push_back(constant);
    Candidate unshifted = numbered("sum", "{:g} exp(-max) is added to the denominator", extra);
    unshifted.steps.final_sum = [=](double sum, double shift) { return sum + extra * std::exp(-shift); };
    candidates.push_back(unshifted);
  }
  for (const double factor : as_written((*alone)[0])) {
    Candidate scaled = numbered("sum", "the output is multiplied by {:g}", factor);
    scaled.steps.deliver = [=](const Problem&, Index, Index, double x) { return factor * x; };
    candidates.push_back(scaled);
  }
  return candidates;
}

std::vector<Candidate> max_start_family(Reader& reader) {
  std::vector<Candidate> candidates;
  const auto lost = [&](double depth) {
    const auto alone = reader.weights({-depth}, false, 0);
    return alone && !((*alone)[0] > 0.5);
  };
  double before = 0;
  for (const double logit : rising_magnitudes(reader, -1)) {
    if (!lost(-logit)) {
      before = -logit;
      continue;
    }
    const double depth = threshold(before, -logit, lost);
    const DTypeInfo& type = info(reader.dtype());
    for (const double smallest : {type.smallest_subnormal / 2, type.smallest_normal})
      for (const double start : as_written(-depth - std::log(smallest))) candidates.push_back(finite_start(start));
    return candidates;
  }
  return candidates;
}

std::vector<Candidate> bias_family(Reader& reader) {
  std::vector<Candidate> candidates;
  const std::vector<double> none(4, 0.0);
  const auto behind = reader.log_ratio(none, false, 0, 1, 0), before = reader.log_ratio(none, false, 3, 0, 1);
  if (!behind || !before) return candidates;
  for (const double slope : as_written(*behind)) {
    Candidate distance = numbered("bias", "{:g} for every token between query and key is added to the logits", slope);
    distance.steps.logit = [=](const Problem&, Index i, Index j, double logit) {
      return logit + slope * std::abs(static_cast<double>(i - j));
    };
    candidates.push_back(distance);
    Candidate position = numbered("bias", "{:g} for every token before the key is added to the logits", slope);
    position.steps.logit = [=](const Problem&, Index, Index j, double logit) {
      return logit + slope * static_cast<double>(j);
    };
    candidates.push_back(position);
  }
  return candidates;
}

}  // namespace attncheck
