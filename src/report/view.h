#pragma once
// view.h: what all reports say about a result besides the result itself, and the words they share.
// Used by the terminal, JSON and JUnit reports and by the command line, which fills it in. No errors.
#include <functional>
#include <optional>
#include <string>

#include "run/result.h"

namespace attncheck {

struct ReportView {
  bool verbose = false;
  /// Where finding number k of a property was saved; nothing when it was not. May be empty.
  std::function<std::optional<std::string>(const PropertyResult& property, std::size_t k)> file_of;
  /// The true output of a problem, [tokens, value_dim], to be shown beside the subject's. May be empty.
  std::function<std::optional<Tensor>(const Problem& problem)> true_output;
  /// The command that replays a saved file. Empty: that of attncheck and the subject of the result.
  std::function<std::string(const std::string& file)> replay;
  /// Why a property may fail without speaking against the subject; nothing when it may not. May be empty.
  std::function<std::optional<std::string>(const std::string& property)> expected;
  /// Why the run ended early (subject cannot be started, error of the checker), and its exit code. Empty: it did not.
  std::string error;
  int error_code = 4;
};

/// What an outcome that somebody expected is called.
inline constexpr const char* expected_word = "expected";

/// Why the property was expected to end as it did; nothing when it did not fail or nobody expected it to.
std::optional<std::string> expected(const ReportView& view, const PropertyResult& property);

/// What the process should return: the result's code, or that of the error when there is one.
int exit_code(const RunResult& result, const ReportView& view);

/// "holds", "falsified" (or crashed, timed_out, out_of_memory when nothing else), "no verdict", "not started";
/// "as expected" when only what was expected to fail did.
std::string verdict_word(const RunResult& result, const ReportView& view);

/// The name of the profile that judged a dtype.
std::string profile_of(const RunResult& result, DType dtype);

/// What all properties of a dtype asked, and how many value families they drew from.
struct Covered {
  Coverage coverage;
  std::size_t families = 0;
};
Covered covered(const RunResult& result, DType dtype);

/// The file of finding k, when it was saved.
std::optional<std::string> saved_file(const ReportView& view, const PropertyResult& property, std::size_t k);

/// "attncheck replay FILE SUBJECT", or what the view says.
std::string replay_command(const ReportView& view, const std::string& file, const std::string& subject);

}  // namespace attncheck
