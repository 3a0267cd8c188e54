#pragma once
// limits.h: the limits of a subject by the names a user gives them.
// Used by the command line, the gate and the commands that reports show. Errors: std::invalid_argument, one line.
#include <string>
#include <vector>

#include "attncheck/subject.h"

namespace attncheck {

struct LimitWord {
  std::string key;
  std::string meaning;  // with its unit
};

/// start, first_call, call (seconds) and memory (MiB), in this order.
const std::vector<LimitWord>& limit_words();

/// A positive number in the unit of `key`, which is one of limit_words().
void set_limit(Limits& limits, const std::string& key, double value);

/// " --limit call=60": those that differ from what is allowed unless given.
std::string limit_options(const Limits& limits);

/// The same as a line of attncheck.toml: "limit = { call = 60 }\n", or empty.
std::string limit_keys(const Limits& limits);

}  // namespace attncheck
