// Logits that are not let beyond a number, and weights too small to be kept; the number is read from the subject.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "diagnose/families.h"
#include "diagnose/numbers.h"

namespace attncheck {
namespace {

Steps::OfCell of_logit(const std::function<double(double)>& limit) {
  return [=](const Problem&, Index, Index, double logit) { return limit(logit); };
}

/// From where on two logits that differ by one are answered as equal, away from zero in the direction of `sign`.
std::optional<double> read_clamp(Reader& reader, double sign) {
  const auto step = [&](double x) { return reader.log_ratio({sign * (x + 1), sign * x}, false, 0, 0, 1); };
  const auto flat = [&](double x) { return std::abs(step(x).value_or(1)) < 0.5; };
  for (double x = 1; x < reader.largest_logit(); x *= 2) {
    if (!flat(x)) continue;
    const double at = threshold(0, x, flat);
    return at + std::abs(step(at).value_or(0));
  }
  return std::nullopt;
}

void add_clamps(std::vector<Candidate>& candidates, Reader& reader, double sign) {
  const auto read = read_clamp(reader, sign);
  if (!read) return;
  for (const double limit : as_written(*read)) {
    const char* pattern = sign > 0 ? "logits are held below {:g}" : "logits are held above {:g}";
    Candidate one = numbered("logit_limit", pattern, sign * limit);
    one.steps.logit =
        of_logit([=](double logit) { return sign > 0 ? std::min(logit, limit) : std::max(logit, -limit); });
    candidates.push_back(one);
    Candidate both = numbered("logit_limit", "logits are held within {:g} of zero", limit);
    both.steps.logit = of_logit([=](double logit) { return std::clamp(logit, -limit, limit); });
    candidates.push_back(both);
    Candidate unshifted =
        numbered("logit_limit", "logits are held within {:g} of zero and their maximum is not subtracted", limit);
    unshifted.steps.logit = both.steps.logit;
    unshifted.steps.shift = [](double) { return 0.0; };
    candidates.push_back(unshifted);
  }
}

/// cap tanh(x / cap): read where tanh is bent, but not yet flat.
void add_soft_caps(std::vector<Candidate>& candidates, Reader& reader) {
  for (const double x : {2.0, 16.0, 60.0}) {
    const auto read = reader.log_ratio({x, 0}, false, 0, 0, 1);
    if (!read || !(*read < x) || !(*read > 0)) continue;
    const double largest = 1e6;
    const double cap = threshold(*read / 2, largest, [&](double c) { return c * std::tanh(x / c) >= *read; });
    for (const double written : as_written(cap)) {
      Candidate soft = numbered("logit_limit", "logits are capped softly at {:g} by tanh", written);
      soft.steps.logit = of_logit([=](double logit) { return written * std::tanh(logit / written); });
      candidates.push_back(soft);
    }
  }
}

/// Weights divided by their sum, those below `least` left out.
Tensor without_small(const Problem& problem, double least) {
  const auto rounded = [&](double x) { return round_to(problem.dtype, x); };
  Tensor weights = masked_logits(right_steps(), problem);
  for (Index i = 0; i < weights.rows(); ++i) {
    const std::span<double> row = weights.row(i);
    const double largest = *std::ranges::max_element(row);
    double sum = 0;
    for (double& x : row) sum = rounded(sum + (x = rounded(std::exp(rounded(x - largest)))));
    for (double& x : row) x = x / sum < least ? 0 : rounded(x / sum);
  }
  return weighted_values(weights, problem);
}

}  // namespace

std::vector<Candidate> logit_limit_family(Reader& reader) {
  std::vector<Candidate> candidates;
  for (const double sign : {1.0, -1.0}) add_clamps(candidates, reader, sign);
  add_soft_caps(candidates, reader);
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
    Candidate dropping = numbered("small_weights", "exponentials below {:g} are taken for zero", least);
    dropping.steps.exponential = [=](double x) { return std::exp(x) < least ? 0.0 : std::exp(x); };
    candidates.push_back(dropping);
  }
  for (const double least : as_written(std::exp(-gap) / (1 + std::exp(-gap)))) {
    Candidate left_out =
        numbered("small_weights", "weights below {:g} are left out, and nothing is made up for", least);
    left_out.steps.whole = [=](const Steps&, const Problem& problem) { return without_small(problem, least); };
    candidates.push_back(left_out);
  }
  return candidates;
}

/// The number is tried from a list: where the maximum rises by less, nothing tells it from attention.
std::vector<Candidate> small_rise_family(Reader&) {
  std::vector<Candidate> candidates;
  for (const double least :
       {1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 10.0, 16.0, 20.0}) {
    Candidate kept = numbered("small_rise", "where the maximum rises by less than {:g} nothing is rescaled", least);
    kept.steps.rescale_sum = kept.steps.rescale_output = [=](double old_shift, double new_shift) {
      return new_shift - old_shift < least ? 1.0 : std::exp(old_shift - new_shift);
    };
    std::vector<Candidate> tiled = in_tiles(kept, {16, 1, 32, 64, 8, 128, 4});
    std::ranges::move(tiled, std::back_inserter(candidates));
  }
  return candidates;
}

}  // namespace attncheck
