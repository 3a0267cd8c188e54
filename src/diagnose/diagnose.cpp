#include "diagnose/diagnose.h"

#include <fmt/format.h>

#include <algorithm>

#include "diagnose/candidate.h"
#include "diagnose/compared.h"
#include "diagnose/families.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

struct Fitted {
  Candidate candidate;
  Fit fit;
};

/// Those that fit, one for each kind: the first of its variants and numbers.
std::vector<Fitted> fitting(const std::vector<Candidate>& candidates, const std::vector<Compared>& problems) {
  std::vector<Fitted> found;
  for (const Candidate& candidate : candidates) {
    const auto same = [&](const Fitted& other) {
      return other.candidate.name == candidate.name && other.candidate.kind == candidate.kind;
    };
    if (std::ranges::any_of(found, same)) continue;
    const Fit how = fit(candidate, problems);
    if (how.fits) found.push_back({candidate, how});
  }
  return found;
}

/// A file of faults/, not a member of a family?
bool is_fault(const Candidate& candidate) { return candidate.name.find('/') != std::string::npos; }

std::string named(const Candidate& candidate) {
  const std::string& what = is_fault(candidate) ? candidate.name : candidate.sentence;
  const bool as_usual = candidate.variant.empty() || (!is_fault(candidate) && candidate.steps.tile == no_tiles);
  return as_usual ? what : what + " " + candidate.variant;
}

/// Those with the fewest contradictions, and of them those with the fewest numbers and conditions; where the subject is
/// known to remember, those that do.
void keep_the_best(std::vector<Fitted>& found, bool remembers) {
  const auto remembering = [](const Fitted& fitted) { return fitted.candidate.remembers; };
  if (remembers && std::ranges::any_of(found, remembering))
    std::erase_if(found, [&](const Fitted& fitted) { return !remembering(fitted); });
  const auto freedom = [](const Fitted& fitted) { return fitted.candidate.freedom; };
  const auto contradicted = [](const Fitted& fitted) { return fitted.fit.contradicted; };
  if (found.empty()) return;
  const Index fewest = contradicted(*std::ranges::min_element(found, {}, contradicted));
  std::erase_if(found, [&](const Fitted& fitted) { return contradicted(fitted) > fewest; });
  const int least = freedom(*std::ranges::min_element(found, {}, freedom));
  std::erase_if(found, [&](const Fitted& fitted) { return freedom(fitted) > least; });
}

constexpr std::size_t most_names = 3;

Diagnosis describe(const std::vector<Fitted>& found) {
  Diagnosis diagnosis;
  diagnosis.explained = found[0].fit.explained;
  diagnosis.compared = found[0].fit.compared;
  diagnosis.mistake = is_fault(found[0].candidate) ? "behaves like " : "";
  for (std::size_t k = 0; k < std::min(found.size(), most_names); ++k) {
    const Candidate& candidate = found[k].candidate;
    if (std::ranges::find(diagnosis.faults, candidate.name) == diagnosis.faults.end())
      diagnosis.faults.push_back(candidate.name);
    diagnosis.mistake += (k == 0 ? "" : ", or ") + named(candidate);
  }
  if (found.size() > most_names) diagnosis.mistake += fmt::format(", or {} more", found.size() - most_names);
  if (found.size() > 1) diagnosis.mistake += "; no compared problem tells them apart";
  if (found.size() == 1 && is_fault(found[0].candidate)) diagnosis.mistake += ": " + found[0].candidate.sentence;
  return diagnosis;
}

Diagnosis none(std::size_t candidates, std::size_t problems) {
  Diagnosis diagnosis;
  diagnosis.compared = static_cast<Index>(problems);
  diagnosis.mistake = fmt::format("none of {} known mistakes and variants fits", candidates);
  return diagnosis;
}

class Search {
 public:
  Search(Subject& subject, const DiagnosisParams& params, std::vector<Compared> problems)
      : params_(params), reader_(subject, params), problems_(std::move(problems)) {}

  Diagnosis operator()() {
    Diagnosis diagnosis = search();
    if (params_.remembers && !found_.empty() && !found_[0].candidate.remembers)
      diagnosis.mistake += "; its answers depend on earlier calls too, which that does not explain";
    return diagnosis;
  }

 private:
  Diagnosis search() {
    if (tried(fault_candidates(false))) return with_measured_scale();
    if (params_.dtype != DType::float64 && tried(fault_candidates(true))) return with_measured_scale();
    for (const std::vector<Candidate>& candidates : family_candidates(reader_))
      if (tried(candidates)) return describe(found_);
    return none(count_, problems_.size());
  }

  bool tried(const std::vector<Candidate>& candidates) {
    count_ += candidates.size();
    found_ = fitting(candidates, problems_);
    keep_the_best(found_, params_.remembers);
    return !found_.empty();
  }

  /// A fault of the scale is told with the scale the subject has.
  Diagnosis with_measured_scale() {
    Diagnosis diagnosis = describe(found_);
    if (!diagnosis.faults[0].starts_with("scale/")) return diagnosis;
    const std::vector<Fitted> measured = fitting(scale_family(reader_), problems_);
    if (!measured.empty()) diagnosis.mistake += "; " + measured[0].candidate.sentence;
    return diagnosis;
  }

  const DiagnosisParams& params_;
  Reader reader_;
  std::vector<Compared> problems_;
  std::vector<Fitted> found_;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<Diagnosis> diagnose(Subject& subject, const DiagnosisParams& params) {
  const auto oracle = make_oracle(params.dtype, {.profile = "any", .audit_seed = 0, .audit_every = 500});
  std::vector<Compared> problems = ask_all(subject, *oracle, problems_to_compare(params));
  if (std::ranges::none_of(problems, &Compared::failing)) return std::nullopt;
  Diagnosis diagnosis = Search(subject, params, std::move(problems))();
  diagnosis.dtype = params.dtype;
  return diagnosis;
}

}  // namespace attncheck
