#pragma once
// scores.h: from what a run found to what it is worth (docs/grading.md, "How points are counted").
// Used by the grader. Result in, grade out; no errors.
#include <functional>
#include <optional>
#include <string>

#include "grade/grade.h"
#include "grade/rubric.h"
#include "run/result.h"

namespace attncheck {

struct Evidence {
  /// The findings of a property of the public run as text.
  std::function<std::string(const PropertyResult&)> text;
  /// The command that asks these properties again, on public problems; "*" for all.
  std::function<std::string(const std::string& properties)> command;
};

/// `open` is asked with the public seed. `hidden` is asked with the other and only what held before; nothing of its
/// problems reaches the grade.
Grade scored(const Rubric& rubric, const RunResult& open, const std::optional<RunResult>& hidden,
             const Evidence& evidence);

/// The properties of the rubric that hold, so that hidden problems can still tell something.
std::vector<std::string> that_hold(const Rubric& rubric, const RunResult& open);

}  // namespace attncheck
