#pragma once
// subject_keys.h: the keys that a file about subjects shares with every other: what is declared, what limits a call,
// paths that move with the file. Used by the readers of attncheck.toml and of rubrics.
// Errors: std::invalid_argument, one line, "FILE:LINE: what was wrong, what was expected".
#include <map>
#include <string>
#include <vector>

#include "attncheck/subject.h"

namespace attncheck {

class TableReader;

/// A path in `file`, from the folder attncheck runs in.
std::string from_folder_of(const std::string& file, const std::string& path);

/// The group/name of every property.
std::vector<std::string> property_ids();

/// effort = "quick", "default" or "thorough".
std::string effort_in(TableReader& in, const char* otherwise);

/// declare = { KEY = VALUE, ... }, held against what --declare takes; empty when the key is not given.
std::map<std::string, std::string> declared_in(TableReader& in, const std::string& file);

/// limit = { KEY = NUMBER, ... }, as --limit takes it.
Limits limits_in(TableReader& in, const std::string& file);

/// Complains at `key` when the glob matches no property.
void must_match(const std::string& key, const std::string& glob, const TableReader& in,
                const std::vector<std::string>& ids);

}  // namespace attncheck
