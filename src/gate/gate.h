#pragma once
// gate.h: every subject of attncheck.toml before the properties, its saved counterexamples first, held against what it
// is expected to fail. Used by `attncheck gate`. A subject that cannot start is a result like any other.
// Errors: std::invalid_argument when the folder of counterexamples cannot be written or a name of `only` is unknown.
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "gate/suite_file.h"
#include "report/view.h"

namespace attncheck {

/// A saved counterexample, asked now.
struct AskedAgain {
  std::string file;
  std::string property;  // may be empty in a file written by hand
  DType dtype = DType::float32;
  Outcome outcome = Outcome::holds;  // not_applicable: beyond what the subject offers or promises now
  std::string seen;                  // one line
};

/// How an expectation ended.
enum class Met { fails, holds, not_decided };

struct GateSubject {
  SuiteSubject subject;
  std::string command;                                                       // repeats the run
  std::map<std::string, std::string> declared;                               // by the subject itself
  RunResult result;                                                          // its `subject` is the name
  std::map<std::tuple<std::string, DType, std::size_t>, std::string> files;  // where findings were saved
  std::vector<AskedAgain> again;
  std::string error;  // why the run ended early; empty when it did not
  int error_code = 0;

  std::optional<std::string> expected(const std::string& property) const;
  Met met(const Expectation& expectation) const;
  /// "attncheck replay FILE SUBJECT"
  std::string replay_command(const std::string& file) const;
  /// 0, 1, 3 or 4, as of `attncheck check` (docs/formats.md); what is expected does not count.
  int exit_code() const;
  /// The word of view.h; a saved counterexample that fails again is "falsified".
  std::string verdict() const;
};

struct GateResult {
  std::string file;  // attncheck.toml
  std::string effort;
  std::uint64_t seed = 0;
  std::vector<GateSubject> subjects;
  std::vector<std::string> errors;      // files of the folder that cannot be read, one line each
  std::vector<std::string> left_alone;  // counterexamples of names that are no subject here

  /// 4 beats 1 beats 3 beats 0.
  int exit_code() const;
};

struct GateOptions {
  std::vector<std::string> only;  // names; empty: all
  bool save = true;
  bool diagnose = true;
  int jobs = 1;                                      // properties asked at once
  std::function<void(const std::string&)> progress;  // one short line; may be empty
  std::function<void(const GateSubject&)> finished;  // called after each subject; may be empty
};

/// Complaints that end nothing (a counterexample that cannot be written, what a compiler says) go to `err`.
GateResult gate(const SuiteFile& suite, const GateOptions& options, std::ostream& err);

/// What the reports of src/report say about one subject; valid as long as `subject` is.
ReportView view_of(const GateSubject& subject, bool verbose);

}  // namespace attncheck
