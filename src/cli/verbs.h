#pragma once
// verbs.h: what each command does; each returns the exit code.
// Used by main. Errors: WrongUse (exit 2), SubjectError (exit 2 or 3), std::invalid_argument for a bad file (exit 2).
#include <ostream>
#include <string>

#include "cli/options.h"

namespace attncheck {

/// Report to `out`; progress, compiler messages and complaints to `err`.
int check_subject(const CommandLine& line, std::ostream& out, std::ostream& err);

/// Every subject of attncheck.toml; on GitHub also its annotations and the summary of the step.
int gate_suite(const CommandLine& line, std::ostream& out, std::ostream& err);

/// Every submission of a class; or the files a teacher starts with. On GitHub also annotations and the summary.
int grade_class(const CommandLine& line, std::ostream& out, std::ostream& err);

/// What shards of a class left, as one class.
int merge_parts(const CommandLine& line, std::ostream& out, std::ostream& err);

/// What shards of a check, a measurement or a class left, as one run would say it: its report and its exit code.
int merge_shards(const CommandLine& line, std::ostream& out, std::ostream& err);
int merge_check(const CommandLine& line, std::ostream& out, std::ostream& err);
int merge_power(const CommandLine& line, std::ostream& out, std::ostream& err);

/// Writes attncheck.toml and a workflow for GitHub; neither when one of them exists.
int init_folder(const CommandLine& line, std::ostream& out);

/// 0 every fault is caught and nothing correct is flagged; 1 otherwise.
int measure(const CommandLine& line, std::ostream& out, std::ostream& err);

int list_names(std::ostream& out);
int explain_name(const CommandLine& line, std::ostream& out);

/// The file with which a language speaks the protocol of docs/formats.md.
int print_shim(const CommandLine& line, std::ostream& out);

/// Writes the problems of a run for a machine that attncheck does not reach.
int export_problems(const CommandLine& line, std::ostream& out, std::ostream& err);

/// The answers to them, judged: exit codes of check.
int judge_answers(const CommandLine& line, std::ostream& out, std::ostream& err);

/// Prints a proposed attncheck.toml. 0 it was printed; 4 the subject answers no size that was tried.
int probe_subject(const CommandLine& line, std::ostream& out, std::ostream& err);

/// 0 the trace was shown; 1 a subject was given and does not return, or its answer is beyond the bound.
int replay_file(const CommandLine& line, std::ostream& out, std::ostream& err);

}  // namespace attncheck
