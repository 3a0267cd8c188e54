#pragma once
// probe.h: small questions to a subject, whose answers propose what it should declare: which sizes it takes, whether
// NaN in a key reaches the rows that see it, whether two calls give the same bits.
// Used by `attncheck probe`. It looks at whether there is an answer, never at whether it is right: no mistake is
// proposed as a convention. Errors: std::invalid_argument for a dtype the subject does not offer.
#include <optional>
#include <string>
#include <vector>

#include "attncheck/subject.h"

namespace attncheck {

/// What was asked and seen, and what it proposes.
struct Answered {
  std::string seen;   // one line
  std::string key;    // as --declare KEY=VALUE; empty: nothing to declare
  std::string value;  // of it
};

struct Probed {
  std::vector<Answered> answers;
  std::string refusal;  // not empty when no size at all was answered: what happened at the first
};

/// Asks `subject` in the dtype, the first it offers unless given. A call that hangs or runs out of memory ends the
/// questions about its kind of size.
Probed probe(Subject& subject, const std::optional<DType>& dtype);

/// attncheck.toml with that subject and what was proposed, each line with its reason, to be confirmed by a person.
/// `options`: the keys that say how the subject is opened, as lines of the file.
std::string proposed_file(const std::string& path, const std::string& options, const Probed& probed);

}  // namespace attncheck
