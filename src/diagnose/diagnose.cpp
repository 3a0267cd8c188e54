#include "diagnose/diagnose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "diagnose/candidate.h"
#include "diagnose/compared.h"

namespace attncheck {
namespace {

struct Fitted {
  Candidate candidate;
  Fit fit;
};

/// Those that fit, one for each name: the first of its variants.
std::vector<Fitted> fitting(const std::vector<Candidate>& candidates, const std::vector<Compared>& problems) {
  std::vector<Fitted> found;
  for (const Candidate& candidate : candidates) {
    const auto same = [&](const Fitted& other) { return other.candidate.name == candidate.name; };
    if (std::ranges::any_of(found, same)) continue;
    const Fit how = fit(candidate, problems);
    if (how.fits) found.push_back({candidate, how});
  }
  return found;
}

std::string named(const Candidate& candidate) {
  return candidate.variant.empty() ? candidate.name : candidate.name + " " + candidate.variant;
}

constexpr std::size_t most_names = 3;

Diagnosis describe(const std::vector<Fitted>& found) {
  Diagnosis diagnosis;
  diagnosis.explained = found[0].fit.explained;
  diagnosis.compared = found[0].fit.compared;
  std::string names;
  for (std::size_t k = 0; k < std::min(found.size(), most_names); ++k) {
    diagnosis.faults.push_back(found[k].candidate.name);
    names += (k == 0 ? "" : " or ") + named(found[k].candidate);
  }
  diagnosis.sentence = fmt::format("behaves like {} on {} of {} problems: {}", names, diagnosis.explained,
                                   diagnosis.compared,
                                   found.size() == 1 ? found[0].candidate.sentence : "no problem tells them apart");
  return diagnosis;
}

Diagnosis none(std::size_t candidates, std::size_t problems) {
  Diagnosis diagnosis;
  diagnosis.compared = static_cast<Index>(problems);
  diagnosis.sentence = fmt::format("none of {} known mistakes fits all {} compared problems", candidates, problems);
  return diagnosis;
}

}  // namespace

std::optional<Diagnosis> diagnose(Subject& subject, Oracle& oracle, const DiagnosisParams& params) {
  const std::vector<Compared> problems = ask_all(subject, oracle, problems_to_compare(params));
  if (std::ranges::none_of(problems, &Compared::failing)) return std::nullopt;
  std::size_t tried = 0;
  std::optional<Diagnosis> diagnosis;
  for (const bool wide : {false, true}) {
    if (wide && params.dtype == DType::float64) continue;
    const std::vector<Candidate> candidates = fault_candidates(wide);
    tried += candidates.size();
    const std::vector<Fitted> found = fitting(candidates, problems);
    if (found.empty()) continue;
    diagnosis = describe(found);
    break;
  }
  if (!diagnosis) diagnosis = none(tried, problems.size());
  diagnosis->dtype = params.dtype;
  return diagnosis;
}

}  // namespace attncheck
