#pragma once
// property_run.h: one property on one dtype, from the first draw to the proven counterexample.
// Used by the runner.
#include "property/check.h"
#include "run/plan.h"

namespace attncheck {

/// What all properties of one dtype share.
struct DTypeRun {
  Subject& subject;
  Oracle& oracle;
  Explanation& explanation;
  DType dtype;
  const RunOptions& options;
  const Effort& effort;
  Declared declared;
  double false_alarm;           // a statistical test
  std::function<bool()> brake;  // the emergency brake was pulled
};

PropertyResult run_property(const Property& property, const DTypeRun& shared);

/// When several problems together leave no member of the profile although each alone leaves one: falsified, with one
/// finding a problem, each shrunk against the members it excludes. Nothing when a member is left.
std::optional<PropertyResult> explain_together(const DTypeRun& shared);

}  // namespace attncheck
