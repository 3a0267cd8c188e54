#pragma once
// options.h: from argv to what is to be done.
// Used by main. Errors: WrongUse, one line.
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "attncheck/subject.h"
#include "cli/program.h"
#include "core/shard.h"
#include "run/runner.h"
#include "subject/spec.h"

namespace attncheck {

enum class Verb {
  check,
  gate,
  grade,
  merge,
  init,
  power,
  list,
  explain,
  replay,
  lesson,
  probe,
  shim,
  export_problems,
  judge
};

struct CommandLine {
  Program program;
  Verb verb = Verb::check;
  std::string subject;  // check: always; replay: may be empty
  std::string name;     // explain, shim
  std::string file;     // replay; gate: attncheck.toml; init: the folder
  std::string folder;   // export, judge; grade: the submissions
  RunOptions run;
  std::string json;                                // file, or empty
  std::string junit;                               // file, or empty
  std::string html;                                // file, or empty: of check
  std::string save = "attncheck-counterexamples";  // folder, or empty: do not save
  Opening opening;                                 // of check, replay, probe
  bool verbose = false;
  bool diagnosis = true;                    // say which mistake a falsified subject behaves like
  bool no_fork = false;                     // of a program that carries its subject: call it in this process
  std::vector<std::string> property_files;  // to be compiled and loaded before anything else
  std::vector<std::string> fault_files;
  // gate, which else takes seed and effort from its file:
  bool seed_given = false;
  bool effort_given = false;
  std::vector<std::string> only;  // names of subjects; empty: all
  // grade:
  std::string rubric = "rubric.toml";
  std::string out = "attncheck-grades";
  std::string init;        // folder, or empty
  std::string gradescope;  // archive, or empty
  std::string package;     // for it
  bool single = false;
  Shard shard;
  // check and power with --shard:
  bool shard_given = false;
  std::string part_folder = "attncheck-parts";
  std::vector<std::string> words;  // what was typed, after the name of the program
  // merge:
  std::vector<std::string> parts;  // folders
  std::string merged;              // folder, or empty: the first of them
  // power:
  int seeds = 5;                     // how many, from run.seed on
  std::string faults = "*";          // glob over group/name
  std::vector<std::string> correct;  // further subjects that must hold, and folders of them
  std::string markdown;              // file, or empty
  bool peers = true;
};

/// Nothing when help or the version was asked for and has been printed to `out`.
/// Without any argument prints the help to `out` and throws WrongUse with an empty message.
std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::ostream& out,
                                              const Program& program = {});

/// The subject the command line names, or the function the program carries; complaints of a compiler go to `log`.
/// Errors: SubjectError.
std::unique_ptr<Subject> open_subject(const CommandLine& line, std::ostream& log);

/// The command that repeats this run of `check`.
std::string check_command(const CommandLine& line);

/// "attncheck replay FILE SUBJECT": the command that repeats the case of a saved file.
std::string replay_command(const CommandLine& line, const std::string& file);

/// " --property FILE --fault FILE", as a part of other commands.
std::string author_options(const CommandLine& line);

}  // namespace attncheck
