#include <fmt/format.h>

#include "run/property_run.h"

namespace attncheck {
namespace {

/// Excludes `problem` at least `members` when the subject answers it afresh?
class StillExcludes {
 public:
  StillExcludes(const DTypeRun& shared, const MemberSet& members) : shared_(shared), members_(members) {}

  bool operator()(const Problem& problem) {
    const std::optional<CallReport> report = asked(problem);
    if (!report || report->status != CallStatus::returned) return false;
    const Judgement judgement =
        shared_.oracle.judge(problem, report->output, rows_to_compare(problem), shared_.oracle.profile().all());
    if ((members_ & ~judgement.excluded).any()) return false;
    output = report->output;
    for (std::size_t member = 0; member < judgement.witness.size(); ++member)
      if (members_.test(member)) cell = judgement.witness[member];
    return true;
  }

  std::optional<Tensor> output;
  std::optional<Cell> cell;

 private:
  /// Who cannot be started any more shows nothing smaller, and what was answered before stays a proof.
  std::optional<CallReport> asked(const Problem& problem) {
    try {
      return shared_.subject.call(problem);
    } catch (const SubjectError&) { return std::nullopt; }
  }

  const DTypeRun& shared_;
  MemberSet members_;
};

std::string names(const Profile& profile, const MemberSet& members) {
  std::string text;
  for (int member = 0; member < profile.size(); ++member)
    if (members.test(static_cast<std::size_t>(member)))
      text += (text.empty() ? "" : ", ") + profile.members[static_cast<std::size_t>(member)].name;
  return text;
}

Finding shrunk(const Explanation::Exclusion& exclusion, const DTypeRun& shared) {
  const Profile& profile = shared.oracle.profile();
  const MemberSet excluded =
      shared.oracle.judge(exclusion.problem, exclusion.output, rows_to_compare(exclusion.problem), profile.all())
          .excluded;
  StillExcludes fails(shared, excluded);
  Finding finding;
  finding.problem = exclusion.problem;
  if (excluded.any() && fails(exclusion.problem))
    finding.problem = shrink_problem(exclusion.problem, ProblemSpec{}, std::ref(fails), shared.effort.shrink_budget,
                                     shared.declared.limits);
  fails(finding.problem);
  finding.output = fails.output.value_or(exclusion.output);
  finding.cell = fails.cell.value_or(exclusion.cell);
  finding.message =
      fmt::format("drawn for {}; this problem leaves out: {}", exclusion.property, names(profile, excluded));
  return finding;
}

}  // namespace

std::optional<PropertyResult> explain_together(const DTypeRun& shared) {
  const std::vector<Explanation::Exclusion> cover = shared.explanation.cover(shared.oracle);
  if (cover.empty()) return std::nullopt;
  PropertyResult result;
  result.id = together_id;
  result.claim = "one arithmetic of the profile explains every problem of the run";
  result.dtype = shared.dtype;
  result.outcome = Outcome::falsified;
  for (const Explanation::Exclusion& exclusion : cover) result.findings.push_back(shrunk(exclusion, shared));
  result.problems = static_cast<Index>(cover.size());
  return result;
}

}  // namespace attncheck
