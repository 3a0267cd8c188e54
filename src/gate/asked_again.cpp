#include "gate/asked_again.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/call_outcome.h"
#include "core/coverage.h"
#include "core/tensor_text.h"
#include "core/text.h"
#include "property/table.h"
#include "reference/make_oracle.h"
#include "run/plan.h"
#include "run/replay.h"

namespace attncheck {
namespace {

/// Why the problem is none the subject has to answer; empty when it has to.
std::string beyond(const Problem& problem, const Subject& subject, const RunOptions& options,
                   const Declared& declared) {
  const std::string_view dtype = info(problem.dtype).name;
  if (options.dtype && *options.dtype != problem.dtype) return fmt::format("this run asks no {}", dtype);
  if (std::ranges::find(subject.dtypes(), problem.dtype) == subject.dtypes().end())
    return fmt::format("the subject does not offer {}", dtype);
  if (const std::string only = declared.limits.shapes.why_not(problem.shape, problem.causal); !only.empty())
    return "the subject takes " + only;
  Coverage coverage;
  coverage.add(problem);
  return coverage.most_logit > declared.limits.max_logit ? "its logits are beyond max_logit" : "";
}

void judge_problem(AskedAgain& again, const Counterexample& saved, Subject& subject, const std::string& profile) {
  const auto oracle = make_oracle(again.dtype, {.profile = profile});
  subject.restart();
  const Replay trace = replay(saved, &subject, *oracle);
  if (trace.ended) {
    again.outcome = outcome_of(trace.status);
    again.seen = trace.ending;
  } else if (trace.bad) {
    again.outcome = Outcome::falsified;
    again.seen = cell_text(*trace.bad, again.dtype);
  }
}

/// What a law says of NaN cannot be read from one answer: its bound is for finite inputs.
bool is_finite(const Problem& problem) {
  const auto finite = [](const Tensor& tensor) {
    for (Index i = 0; i < tensor.rows(); ++i)
      if (!std::ranges::all_of(tensor.row(i), [](double x) { return std::isfinite(x); })) return false;
    return true;
  };
  return finite(problem.query) && finite(problem.key) && finite(problem.value);
}

/// Does the run that follows draw other problems than the one that found it?
bool is_drawn_anew(const Counterexample& saved, const RunOptions& options) {
  return saved.seed != options.seed || !matches(options.properties, saved.property);
}

void judge_law(AskedAgain& again, const Counterexample& saved, Subject& subject, RunOptions options) {
  options.seed = saved.seed;
  options.properties = saved.property;
  options.dtype = again.dtype;
  options.diagnose = false;
  options.finished = nullptr;
  const RunResult result = run(subject, all_properties(), options);
  for (const PropertyResult& property : result.properties) {
    if (!against_subject(property.outcome)) continue;
    again.outcome = property.outcome;
    again.seen =
        fmt::format("{} (seed {})",
                    one_line(property.findings.empty() ? property.reason : property.findings[0].message), saved.seed);
    return;
  }
}

}  // namespace

AskedAgain ask_again(const std::string& file, const Counterexample& saved, Subject& subject,
                     const RunOptions& options) {
  const Problem& problem = saved.finding.problem;
  AskedAgain again{file, saved.property, problem.dtype, Outcome::holds, ""};
  try {
    const Declared declared = declared_on(read_declared(declared_of(subject, options.declared)), problem.dtype);
    again.seen = beyond(problem, subject, options, declared);
    if (!again.seen.empty()) {
      again.outcome = Outcome::not_applicable;
      return again;
    }
    const bool finite = is_finite(problem);
    const bool law = is_property(saved.property);
    if (finite) judge_problem(again, saved, subject, declared.profile);
    if (!finite && !law) {
      again.outcome = Outcome::not_applicable;
      again.seen = "its inputs are not finite, and no property of this attncheck says what is right then";
    }
    if (again.outcome == Outcome::holds && law && (!finite || is_drawn_anew(saved, options)))
      judge_law(again, saved, subject, options);
  } catch (const std::exception& error) {
    again.outcome = Outcome::checker_error;
    again.seen = one_line(error.what());
  }
  return again;
}

}  // namespace attncheck
