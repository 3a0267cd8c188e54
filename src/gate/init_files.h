#pragma once
// init_files.h: the two files with which a repository starts: attncheck.toml and a workflow for GitHub Actions.
// Used by `attncheck init`. Text out; no errors.
#include <string>

namespace attncheck {

/// TOML in which a line that starts with # and no space is a key with its default or an example.
std::string suite_template();
/// YAML; what only the user knows is marked FILL IN.
std::string workflow_template();

}  // namespace attncheck
