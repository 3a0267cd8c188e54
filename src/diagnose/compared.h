#pragma once
// compared.h: the problems on which a falsified subject is compared with faults, with its answer and the truth beside.
// Used by diagnose.cpp. The problems are the counterexamples of the run and a designed set that tells faults apart.
// Shapes: all tensors are [tokens, value_dim]; only the rows in `rows` are compared.
// Errors: what the oracle throws.
#include <array>
#include <vector>

#include "attncheck/oracle.h"
#include "attncheck/subject.h"
#include "diagnose/diagnose.h"

namespace attncheck {

struct Compared {
  Problem problem;
  std::vector<Index> rows;
  Tensor answered;  // by the subject
  Tensor truth;
  Tensor bound;          // what the most generous member of the profile allows; infinite where nothing is judged
  bool failing = false;  // some element is beyond the bound
  bool fresh = false;    // asked in a process that was asked nothing before
  std::array<Problem, 2> nearby;  // the problem with every input moved by what honest rounding can amount to
};

/// The designed problems within the limits and the counterexamples, cheap ones first.
std::vector<Problem> problems_to_compare(const DiagnosisParams& params);

/// Asks the subject every problem once, in this order, in two fresh processes one after the other: the second begins
/// with a causal problem, since what is remembered of a first call may be its flag. A problem it does not return from
/// is left out, and after one that costs seconds no other is asked.
std::vector<Compared> ask_all(Subject& subject, Oracle& oracle, const std::vector<Problem>& problems);

}  // namespace attncheck
