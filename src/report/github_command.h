#pragma once
// github_command.h: one line that GitHub Actions shows as an annotation.
// Used by the gate and by grading. Text in, text out; no errors.
// Source: GitHub, Workflow commands for GitHub Actions.
#include <cstddef>
#include <string>

namespace attncheck {

/// GitHub shows ten of a kind a step.
inline constexpr std::size_t most_annotations = 10;
/// A summary of 1 MiB or more is refused as a whole.
inline constexpr std::size_t most_summary_bytes = (std::size_t{1} << 20) - 1;

/// "::error title=attncheck TITLE::TEXT\n"; `kind` is error, warning or notice.
std::string github_command(const std::string& kind, const std::string& title, const std::string& text);

}  // namespace attncheck
