// Mistakes with one number in them, which is read from the subject's answers to a few keys.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attncheck/text.h"
#include "diagnose/families.h"

namespace attncheck {
namespace {

Candidate right(const std::string& name, const std::string& sentence) {
  Candidate candidate;
  candidate.name = name;
  candidate.sentence = sentence;
  candidate.steps = right_steps();
  return candidate;
}

/// The same number with one, two and all digits: people write 1e4, not 9999.98.
std::vector<double> as_written(double read) {
  std::vector<double> numbers;
  if (std::abs(read - std::round(read)) < 0x1p-10) numbers.push_back(std::round(read));
  for (const int digits : {1, 2, 3, 15}) {
    const double number = std::strtod(fmt::format("{:.{}e}", read, digits - 1).c_str(), nullptr);
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  }
  return numbers;
}

/// What the hidden key counts as when its logit is `hidden`: the lowest visible logit that still leaves both readable.
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

}  // namespace

std::vector<Candidate> hidden_logit_family(Reader& reader) {
  std::vector<Candidate> candidates;
  const auto zero = read_hidden(reader, 0), above = read_hidden(reader, 3), below = read_hidden(reader, -3);
  if (!zero || !above || !below) return candidates;
  for (const double filled : as_written(*zero)) {
    Candidate fill = right("hidden_logit", fmt::format("a hidden key gets the logit {:g}", filled));
    fill.steps.hidden_logit = [=](double) { return filled; };
    candidates.push_back(fill);
    Candidate add = right("hidden_logit", fmt::format("{:g} is added to the logit of a hidden key", filled));
    add.steps.hidden_logit = [=](double logit) { return logit + filled; };
    candidates.push_back(add);
  }
  for (const double factor : as_written((*above - *below) / 6)) {
    Candidate multiply = right("hidden_logit", fmt::format("the logit of a hidden key is multiplied by {:g}", factor));
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
    Candidate constant = right("sum", fmt::format("{:g} is added to the denominator", extra));
    constant.steps.final_sum = [=](double sum, double) { return sum + extra; };
    candidates.push_back(constant);
    Candidate unshifted = right("sum", fmt::format("{:g} exp(-max) is added to the denominator", extra));
    unshifted.steps.final_sum = [=](double sum, double shift) { return sum + extra * std::exp(-shift); };
    candidates.push_back(unshifted);
  }
  for (const double factor : as_written((*alone)[0])) {
    Candidate scaled = right("sum", fmt::format("the output is multiplied by {:g}", factor));
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
      for (const double start : as_written(-depth - std::log(smallest))) {
        Candidate finite =
            right("max_start", fmt::format("the maximum starts at {:g}: smaller logits never move it", start));
        finite.steps.max_start = [=] { return start; };
        candidates.push_back(finite);
      }
    return candidates;
  }
  return candidates;
}

std::vector<Candidate> logit_limit_family(Reader& reader) {
  std::vector<Candidate> candidates;
  for (const double sign : {1.0, -1.0}) {
    const auto step = [&](double x) { return reader.log_ratio({sign * (x + 1), sign * x}, false, 0, 0, 1); };
    const auto flat = [&](double x) { return std::abs(step(x).value_or(1)) < 0.5; };
    for (double x = 1; x < reader.largest_logit(); x *= 2) {
      if (!flat(x)) continue;
      const double at = threshold(0, x, flat);
      for (const double limit : as_written(at + std::abs(step(at).value_or(0)))) {
        Candidate clamp =
            right("logit_limit", fmt::format("logits are held {} {:g}", sign > 0 ? "below" : "above", sign * limit));
        clamp.steps.logit = [=](const Problem&, Index, Index, double logit) {
          return sign > 0 ? std::min(logit, limit) : std::max(logit, -limit);
        };
        candidates.push_back(clamp);
        Candidate both = right("logit_limit", fmt::format("logits are held within {:g} of zero", limit));
        both.steps.logit = [=](const Problem&, Index, Index, double logit) { return std::clamp(logit, -limit, limit); };
        candidates.push_back(both);
        both.sentence += " and their maximum is not subtracted";
        both.steps.shift = [](double) { return 0.0; };
        candidates.push_back(both);
      }
      break;
    }
  }
  // cap tanh(x / cap): a large step away from zero tells the cap, since tanh is still far from flat there.
  for (const double x : {2.0, 16.0, 60.0}) {
    const auto read = reader.log_ratio({x, 0}, false, 0, 0, 1);
    if (!read || !(*read < x) || !(*read > 0)) continue;
    const double cap = threshold(*read / 2, 1e6, [&](double c) { return c * std::tanh(x / c) >= *read; });
    for (const double written : as_written(cap)) {
      Candidate soft = right("logit_limit", fmt::format("logits are capped softly at {:g} by tanh", written));
      soft.steps.logit = [=](const Problem&, Index, Index, double logit) {
        return written * std::tanh(logit / written);
      };
      candidates.push_back(soft);
    }
  }
  return candidates;
}

std::vector<Candidate> small_weight_family(Reader& reader) {
  std::vector<Candidate> candidates;
  const auto dropped = [&](double gap) {
    const auto weights = reader.weights({0, -gap}, false, 0);
    return weights && (*weights)[1] == 0;
  };
  const double deep = -std::log(info(reader.dtype()).smallest_normal) - 2;  // where an honest exponential is not zero
  if (!dropped(deep)) return candidates;
  const double gap = threshold(0, deep, dropped);
  for (const double least : as_written(std::exp(-gap))) {
    Candidate dropping = right("small_weights", fmt::format("exponentials below {:g} are taken for zero", least));
    dropping.steps.exponential = [=](double x) { return std::exp(x) < least ? 0.0 : std::exp(x); };
    candidates.push_back(dropping);
  }
  for (const double deepest : as_written(gap)) {
    Candidate cut = right("small_weights", fmt::format("keys more than {:g} below the maximum are left out", deepest));
    cut.steps.exponential = [=](double x) { return x < -deepest ? 0.0 : std::exp(x); };
    candidates.push_back(cut);
  }
  return candidates;
}

}  // namespace attncheck
