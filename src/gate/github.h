#pragma once
// github.h: what a gate found in the words of GitHub Actions: annotations and the summary of a step.
// Used by `attncheck gate` where the environment says that it runs there. Result in, text out; no errors.
// Source: GitHub, Workflow commands for GitHub Actions.
#include <cstddef>
#include <string>

#include "gate/gate.h"

namespace attncheck {

/// GitHub shows ten of a kind a step.
inline constexpr std::size_t most_annotations = 10;
/// A summary of 1 MiB or more is refused as a whole.
inline constexpr std::size_t most_summary_bytes = (std::size_t{1} << 20) - 1;

/// One ::error line for each finding that nobody expected, and for each subject without a verdict.
std::string github_annotations(const GateResult& result);

/// Markdown: a table of the subjects, each finding as a block; what does not fit is cut with a note.
std::string github_summary(const GateResult& result, std::size_t most_bytes = most_summary_bytes);

}  // namespace attncheck
