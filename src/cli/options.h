#pragma once
// options.h: from argv to what is to be done.
// Used by main. Errors: WrongUse, one line.
#include <optional>
#include <ostream>
#include <string>

#include "run/runner.h"

namespace attncheck {

enum class Verb { check, power, list, explain, replay, lesson };

struct CommandLine {
  Verb verb = Verb::check;
  std::string subject;  // check: always; replay: may be empty
  std::string name;     // explain
  std::string file;     // replay
  RunOptions run;
  std::string json;                                // file, or empty
  std::string junit;                               // file, or empty
  std::string save = "attncheck-counterexamples";  // folder, or empty: do not save
  bool verbose = false;
  // power:
  int seeds = 5;                     // how many, from run.seed on
  std::string faults = "*";          // glob over group/name
  std::vector<std::string> correct;  // further subjects that must hold, and folders of them
  std::string markdown;              // file, or empty
  bool peers = true;
};

/// Nothing when help or the version was asked for and has been printed to `out`.
/// Without any argument prints the help to `out` and throws WrongUse with an empty message.
std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::ostream& out);

}  // namespace attncheck
