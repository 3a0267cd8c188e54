#pragma once
// gate_report.h: what a gate found as text for a person, as JSON ("attncheck gate", version 1) and as JUnit XML
// (docs/formats.md). Used by `attncheck gate`. Result in, text out; no errors.
#include <string>

#include "gate/gate.h"

namespace attncheck {

/// One subject: its command, its findings, what was asked again, what was expected.
std::string subject_report(const GateSubject& subject, bool verbose);

/// A line a subject, then what could not be read, then one line for all.
std::string gate_summary(const GateResult& result);

std::string gate_json(const GateResult& result);
std::string gate_junit(const GateResult& result);

/// "falsified", "holds", ... for the whole.
std::string gate_verdict(const GateResult& result);

/// What a line about a subject says beside its verdict: "causality/future_is_invisible falsified; 1 expected failure".
std::string subject_note(const GateSubject& subject);

}  // namespace attncheck
