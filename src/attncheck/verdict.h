#pragma once
// verdict.h: the closed list of outcomes and what a finding carries.
// Used by the runner, the reports and the exit code.
#include <optional>
#include <string>
#include <string_view>

#include "attncheck/oracle.h"
#include "attncheck/problem.h"

namespace attncheck {

/// How a property on a dtype ended. Exactly one of these.
enum class Outcome {
  holds,
  falsified,
  inconclusive,    // no problem of it could be decided
  gave_up,         // effort or emergency brake ended it before a verdict
  not_applicable,  // the subject declared that it does not support this
  withheld,        // a property it relies on failed, so it would say nothing new
  crashed,
  timed_out,
  out_of_memory,
  checker_error  // our fault, never the subject's and never a pass
};

std::string_view name(Outcome outcome);

/// Does this outcome speak against the subject? (exit code 1)
bool against_subject(Outcome outcome);

/// One falsified property with its shrunk counterexample.
struct Finding {
  Problem problem;               // the shrunk counterexample
  std::optional<Tensor> output;  // what the subject answered, when it answered
  std::optional<Cell> cell;      // the first bad element, when the finding is about one
  std::string message;           // one or two lines: what was seen, what was expected
  std::string subject_stderr;    // the last lines the subject wrote, if any
  Index found_after = 0;         // problems drawn until it was found
  Index shrink_steps = 0;        // shrinks tried
  std::string reproduce;         // the engine's own replay string
  std::string bound_from;        // what the bound of `cell` is made of: "logits 61 %, sums 20 %"
  std::string drawn;             // choices beside the problem: "row 3, change 1"; empty when there were none
};

}  // namespace attncheck
