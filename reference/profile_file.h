#pragma once
// profile_file.h: profiles of arithmetic as TOML text: the schema, and what is refused.
// Used by profiles, for the built-in ones and for those a user declares.
// Errors: std::invalid_argument, one line `FILE:LINE: what was wrong, what was expected`: of a text that is no TOML, of
// an unknown key or word, a wrong type, a number out of its range, a contradiction; `FILE: ...` of an unreadable file.
// Source: docs/profiles.md.
#include <string>
#include <string_view>
#include <vector>

#include "reference/profiles.h"

namespace attncheck {

/// The profile that `text` describes, whose name must not be one of `taken`. `file` names it in messages. What other
/// rooms see of a profile (words) has its name, meaning and dtype only.
ArithmeticProfile read_profile(std::string_view text, const std::string& file,
                               const std::vector<std::string>& taken = {});

/// The same, from the file at `path`.
ArithmeticProfile load_profile(const std::string& path, const std::vector<std::string>& taken = {});

}  // namespace attncheck
