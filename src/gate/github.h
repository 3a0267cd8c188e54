#pragma once
// github.h: what a gate found in the words of GitHub Actions: annotations and the summary of a step.
// Used by `attncheck gate` where the environment says that it runs there. Result in, text out; no errors.
#include <cstddef>
#include <string>

#include "gate/gate.h"
#include "report/github_command.h"

namespace attncheck {

/// One ::error line for each finding that nobody expected, and for each subject without a verdict.
std::string github_annotations(const GateResult& result);

/// Markdown: a table of the subjects, each finding as a block; what does not fit is cut with a note.
std::string github_summary(const GateResult& result, std::size_t most_bytes = most_summary_bytes);

}  // namespace attncheck
