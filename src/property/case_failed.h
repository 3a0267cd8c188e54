#pragma once
// case_failed.h: thrown to end one execution of a property's body. Caught by the engine in src/draw.
#include <optional>
#include <string>

#include "attncheck/verdict.h"

namespace attncheck {

struct CaseFailed {
  Outcome outcome = Outcome::falsified;  // falsified, crashed, timed_out, out_of_memory or checker_error
  std::string message;
  Problem problem;  // what a report shows
  std::optional<Tensor> output;
  std::optional<Cell> cell;
  std::string subject_stderr;
  bool provable = false;  // `cell` is an element of the output to `problem`, compared with attention itself
  std::string drawn;      // choices beside the problem
};

/// Is `again` so close to the bound that `before`, which is not, convinces more? Shrinking must not run into the
/// margin.
inline bool is_closer_than(const CaseFailed& again, const CaseFailed& before) {
  constexpr double convincing = 2;
  if (!again.cell || !before.cell || !(again.cell->ratio > 0)) return false;
  return again.cell->ratio < convincing && again.cell->ratio < before.cell->ratio;
}

/// Thrown when what the subject declared leaves this case nothing to draw, or the whole property nothing to claim.
struct NotApplicable {
  std::string reason;
  bool whole_property = false;
};

}  // namespace attncheck
