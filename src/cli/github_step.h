#pragma once
// github_step.h: a step of GitHub Actions is told what it can show, and everybody else nothing.
// Used by the verbs that judge many. Errors: a summary that cannot be written is one line on `err`.
#include <functional>
#include <ostream>
#include <string>

namespace attncheck {

/// GITHUB_ACTIONS=true: `annotations` to `out`; `summary` is appended to the file that GITHUB_STEP_SUMMARY names.
void tell_github(const std::function<std::string()>& annotations, const std::function<std::string()>& summary,
                 std::ostream& out, std::ostream& err);

}  // namespace attncheck
