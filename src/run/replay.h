#pragma once
// replay.h: one counterexample as a worked trace: logits, weights, output with its enclosure, and what the subject
// answered, row by row, so that a person can follow every number.
// Used by `attncheck replay` and, for the true output of small problems, by the report of a run.
// Errors: std::logic_error when the subject does not offer the problem's dtype; std::invalid_argument from the oracle.
// Source: Vaswani et al., Attention Is All You Need, eq. (1).
#include <optional>
#include <string>

#include "attncheck/subject.h"
#include "core/problem_json.h"

namespace attncheck {

struct Replay {
  std::string text;         // the trace, for a person
  std::optional<Cell> bad;  // the first element beyond every member of the profile, proven by the exact tier
  bool answered = false;    // an output was compared: the subject's, or without a subject the one in the file
  bool ended = false;       // the subject did not return from the call
  CallStatus status = CallStatus::returned;  // of that call
  std::string ending;                        // how it ended when it did not return: "signal 11 ..."
};

/// The trace of `counterexample`. With a subject its answer is asked for now; without one the saved answer is used.
/// At most eight rows are written out; of longer problems the first bad row, or the row of the saved cell.
Replay replay(const Counterexample& counterexample, Subject* subject, Oracle& oracle);

/// Centres of the true output. [tokens, value_dim]
Tensor true_output(Oracle& oracle, const Problem& problem);
/// The same by an oracle of its own; nothing when that fails: a report then says less, but is not lost.
std::optional<Tensor> true_output(const Problem& problem);

}  // namespace attncheck
