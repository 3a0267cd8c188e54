#pragma once
// suite_file.h: attncheck.toml, the file in which a repository says what `attncheck gate` judges (docs/formats.md).
// Used by the gate and the command line. Paths in it are relative to its folder; here they already start from the
// folder attncheck runs in. Errors: std::invalid_argument, one line, "FILE:LINE: what was wrong, what was expected".
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/runner.h"
#include "subject/spec.h"

namespace attncheck {

/// A failure that is known and does not fail the gate.
struct Expectation {
  std::string property;  // glob over group/name
  std::string reason;    // one line
};

struct SuiteSubject {
  std::string name;  // unique; what reports and counterexamples call it
  std::string path;  // as the file says it
  std::string spec;  // what `attncheck check` takes
  Opening opening;
  std::optional<DType> dtype;
  std::string properties = "*";
  std::map<std::string, std::string> declared;
  std::vector<Expectation> expect;
  std::string place;  // "attncheck.toml:12", for what is found wrong only when it is opened
};

struct SuiteFile {
  std::string path;
  std::string effort = "default";
  std::uint64_t seed = default_seed;
  std::string counterexamples;  // folder
  std::vector<SuiteSubject> subjects;
};

/// A random seed is chosen here, so that all subjects are asked the same.
SuiteFile read_suite_file(std::string_view text, const std::string& path);
SuiteFile load_suite_file(const std::string& path);

}  // namespace attncheck
