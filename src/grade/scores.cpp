#include "grade/scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "grade/read_again.h"

namespace attncheck {
namespace {

bool is_trouble(Outcome outcome) {
  return outcome == Outcome::gave_up || outcome == Outcome::inconclusive || outcome == Outcome::checker_error;
}

/// Judged by nothing but the bound, so that every mistake fails it, whatever its claim is.
bool is_about_accuracy(const std::vector<const PropertyResult*>& results) {
  return std::ranges::all_of(results, [](const PropertyResult* one) {
    return !against_subject(one->outcome) || one->id.starts_with("accuracy/") ||
           (!one->findings.empty() && !one->findings[0].bound_from.empty());
  });
}

std::vector<const PropertyResult*> results_of(const RunResult& run, const std::string& id) {
  std::vector<const PropertyResult*> found;
  for (const PropertyResult& property : run.properties)
    if (property.id == id) found.push_back(&property);
  return found;
}

/// The first result that makes the property stand as it does: what speaks against the submission before all else.
const PropertyResult* decisive(const std::vector<const PropertyResult*>& results) {
  const auto first = [&](auto decides) -> const PropertyResult* {
    const auto found = std::ranges::find_if(results, decides);
    return found == results.end() ? nullptr : *found;
  };
  if (const auto* lost = first([](const auto* one) { return against_subject(one->outcome); })) return lost;
  if (const auto* trouble = first([](const auto* one) { return is_trouble(one->outcome); })) return trouble;
  return first([](const auto* one) { return one->outcome == Outcome::withheld; });
}

Standing standing_of(const std::vector<const PropertyResult*>& results) {
  if (const PropertyResult* one = decisive(results))
    return against_subject(one->outcome) ? Standing::lost
           : is_trouble(one->outcome)    ? Standing::not_graded
                                         : Standing::not_earned;
  const bool none =
      std::ranges::all_of(results, [](const auto* one) { return one->outcome == Outcome::not_applicable; });
  return results.empty() ? Standing::not_graded : none ? Standing::outside : Standing::earned;
}

std::string why(const PropertyResult& property) {
  const std::string text = property.findings.empty() ? property.reason : property.findings[0].message;
  return fmt::format("{}{}{}", name(property.outcome), text.empty() ? "" : ": ", one_line(text));
}

class Scorer {
 public:
  Scorer(const Rubric& rubric, const RunResult& open, const std::optional<RunResult>& hidden, const Evidence& evidence)
      : rubric_(rubric), open_(open), hidden_(hidden), evidence_(evidence) {}

  Grade operator()() {
    grade_.assignment = rubric_.assignment;
    grade_.command = evidence_.command("*");
    grade_.wall = open_.wall;
    for (const RubricGroup& group : rubric_.groups) grade_.groups.push_back(unscored(group));
    excuse_accuracy();
    for (const Diagnosis& diagnosis : open_.diagnoses) add(diagnosis);
    refuse_what_is_not_known();
    for (std::size_t k = 0; k < rubric_.groups.size(); ++k) count(rubric_.groups[k].scoring, grade_.groups[k]);
    take_all_without_required();
    return std::move(grade_);
  }

 private:
  GradedGroup unscored(const RubricGroup& group) const {
    GradedGroup out{group.name, group.points, 0, 0, {}};
    for (const std::string& id : group.properties) out.properties.push_back(property(id));
    // It is there only when it is falsified, and belongs to whoever asks for accuracy.
    const bool found =
        !results_of(open_, together_id).empty() || (hidden_ && !results_of(*hidden_, together_id).empty());
    const auto asks = [](const std::string& id) { return id.starts_with("accuracy/"); };
    if (found && std::ranges::any_of(group.properties, asks)) out.properties.push_back(property(together_id));
    return out;
  }

  GradedProperty property(const std::string& id) const {
    std::vector<const PropertyResult*> results = results_of(open_, id);
    GradedProperty out;
    out.id = id;
    out.claim = results.empty() ? "" : results[0]->claim;
    out.standing = id == together_id && results.empty() ? Standing::earned : standing_of(results);
    out.command = evidence_.command(id);
    if (const PropertyResult* one = decisive(results)) {
      out.why = why(*one);
      for (const PropertyResult* result : results)
        if (!result->findings.empty() && out.evidence.empty()) out.evidence = evidence_.text(*result);
    } else if (hidden_ && out.standing == Standing::earned) {
      look_at_hidden(id, out);
    }
    return out;
  }

  void look_at_hidden(const std::string& id, GradedProperty& out) const {
    const std::vector<const PropertyResult*> results = results_of(*hidden_, id);
    const PropertyResult* one = decisive(results);
    if (results.empty() && id != together_id) {
      out.standing = Standing::not_graded;
      out.why = "not asked on problems that are not shown";
    }
    if (one == nullptr) return;
    out.standing = standing_of(results);
    out.claim = one->claim;
    out.hidden = true;
    out.why = fmt::format("{} on problems that are not shown", name(one->outcome));
  }

  /// Does the mistake that the run behaves like account for all that was compared? A cheat is no mistake.
  static bool explains_all(const RunResult& run, DType dtype) {
    return std::ranges::any_of(run.diagnoses, [&](const Diagnosis& one) {
      return one.dtype == dtype && !one.faults.empty() && !one.faults[0].starts_with("cheats/") && one.compared > 0 &&
             one.explained == one.compared;
    });
  }

  const RunResult& shown_by(const GradedProperty& property) const { return property.hidden ? *hidden_ : open_; }

  bool is_explained(const GradedProperty& property) const {
    const RunResult& run = shown_by(property);
    return std::ranges::all_of(results_of(run, property.id), [&](const PropertyResult* one) {
      return !against_subject(one->outcome) || (one->outcome == Outcome::falsified && explains_all(run, one->dtype));
    });
  }

  bool only_inaccurate(const GradedProperty& property) const {
    return property.standing == Standing::lost && is_about_accuracy(results_of(shown_by(property), property.id));
  }

  /// Does something fail in it that is its own claim, and not accuracy alone?
  bool pays(const GradedGroup& group) const {
    return std::ranges::any_of(group.properties, [&](const GradedProperty& property) {
      return property.standing == Standing::lost && !only_inaccurate(property);
    });
  }

  /// What one mistake costs, it costs where its own claim is.
  void excuse_accuracy() {
    std::vector<bool> paying;
    for (const GradedGroup& group : grade_.groups) paying.push_back(pays(group));
    if (std::ranges::find(paying, true) == paying.end()) return;
    for (std::size_t k = 0; k < grade_.groups.size(); ++k)
      for (GradedProperty& property : grade_.groups[k].properties)
        if (!paying[k] && only_inaccurate(property) && is_explained(property)) property.standing = Standing::explained;
  }

  void add(const Diagnosis& diagnosis) {
    const std::string text = fmt::format("{} ({})", one_line(diagnosis.mistake), diagnosis.on());
    for (const Mistake& before : grade_.mistakes)
      if (before.faults == diagnosis.faults) return;
    grade_.mistakes.push_back({diagnosis.faults, text, read_again(diagnosis.faults)});
  }

  void refuse_what_is_not_known() {
    for (const RunResult* run : {&open_, hidden_ ? &*hidden_ : nullptr})
      for (const PropertyResult* audit :
           run == nullptr ? std::vector<const PropertyResult*>{} : results_of(*run, "reference/audit"))
        grade_.not_graded = fmt::format("{}: {}", audit->id, one_line(audit->reason));
    for (const GradedGroup& group : grade_.groups)
      for (const GradedProperty& property : group.properties)
        if (property.standing == Standing::not_graded && grade_.not_graded.empty())
          grade_.not_graded = fmt::format("{}: {}", property.id, property.why.empty() ? "not asked" : property.why);
  }

  /// To the hundredth, so that what is shown adds up.
  void count(Scoring scoring, GradedGroup& group) {
    double inside = 0, earned = 0;
    for (const GradedProperty& property : group.properties) {
      inside += property.standing == Standing::outside ? 0 : 1;
      earned += property.standing == Standing::earned || property.standing == Standing::explained ? 1 : 0;
    }
    if (inside == 0) return;
    const double share = scoring == Scoring::all ? (earned == inside ? 1 : 0) : earned / inside;
    group.possible = group.points;
    group.earned = std::round(group.points * share * 100) / 100;
    const auto sum = [](double points, double more) { return std::round((points + more) * 100) / 100; };
    grade_.earned = sum(grade_.earned, group.earned);
    grade_.possible = sum(grade_.possible, group.possible);
  }

  void take_all_without_required() {
    for (const GradedGroup& group : grade_.groups)
      for (const GradedProperty& property : group.properties) {
        const bool failed = property.standing == Standing::lost || property.standing == Standing::not_earned;
        if (!failed || std::ranges::find(rubric_.required, property.id) == rubric_.required.end()) continue;
        grade_.nothing_earned = fmt::format("{} is required, and is {}", property.id, property.why);
        grade_.earned = 0;
        return;
      }
  }

  const Rubric& rubric_;
  const RunResult& open_;
  const std::optional<RunResult>& hidden_;
  const Evidence& evidence_;
  Grade grade_;
};

}  // namespace

Grade scored(const Rubric& rubric, const RunResult& open, const std::optional<RunResult>& hidden,
             const Evidence& evidence) {
  return Scorer(rubric, open, hidden, evidence)();
}

std::vector<std::string> that_hold(const Rubric& rubric, const RunResult& open) {
  std::vector<std::string> ids;
  for (const RubricGroup& group : rubric.groups)
    for (const std::string& id : group.properties)
      if (standing_of(results_of(open, id)) == Standing::earned) ids.push_back(id);
  return ids;
}

}  // namespace attncheck
