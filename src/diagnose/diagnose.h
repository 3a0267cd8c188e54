#pragma once
// diagnose.h: after a subject was falsified, which of the known mistakes it is.
// Used by the runner. A fault explains a subject when on every compared problem both are non-finite in the same places
// or no farther apart than both together may err, while the truth is farther on the failing ones.
// What a fault may err is estimated (compared.h), so a diagnosis is a hint and never changes a verdict.
// The truth and the bounds are those of profile any, whatever the subject declared.
// Errors: what the oracle and the subject throw. Source: docs/design.md, "Diagnosis".
#include <optional>
#include <vector>

#include "attncheck/subject.h"
#include "diagnose/diagnosis.h"
#include "draw/engine.h"

namespace attncheck {

struct DiagnosisParams {
  DType dtype = DType::float32;
  std::uint64_t seed = 0;
  DrawLimits limits;                     // no problem beyond them is asked
  std::vector<Problem> counterexamples;  // of this run and dtype
  bool remembers = false;                // this run has shown that its answers depend on earlier calls
};

/// Nothing when the subject answers every compared problem as attention does, or does not answer.
std::optional<Diagnosis> diagnose(Subject& subject, const DiagnosisParams& params);

}  // namespace attncheck
