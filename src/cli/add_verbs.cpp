// Every command with its options.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/raw_options.h"
#include "language/shims.h"
#include "process/limits.h"

namespace attncheck {
namespace {

const char* const exit_codes =
    "exit codes: 0 every property holds or is not applicable; 1 falsified, crashed, timed out or out of memory;\n"
    "2 wrong use; 3 the subject cannot be started; 4 no verdict: checker error, inconclusive, gave up, nothing run";

const char* const subject_forms =
    "FILE.c, .cc or .cpp: compiled and loaded; FILE.so or lib:FILE.so; FILE.py, .mjs, .js, .cjs, .rs or .java: run "
    "with "
    "the shim of its language; cmd:PROGRAM ARGUMENTS: any program (docs/formats.md); builtin:row|matrix|online; "
    "fault:GROUP/NAME";

std::string declare_help() {
  std::string out = "something the subject promises about itself; may be repeated. Keys:";
  for (const auto& [key, meaning] : declarable()) out += fmt::format("\n{}: {}", key, meaning);
  return out;
}

void add_limits(CLI::App& verb, RawOptions& raw) {
  std::string help = "KEY=NUMBER, what ends a call and never decides how much is asked; may be repeated. Keys:";
  for (const LimitWord& word : limit_words()) help += fmt::format("\n{}: {}", word.key, word.meaning);
  verb.add_option("--limit", raw.limits, help)->allow_extra_args(false);
}

void add_fault_option(CLI::App& verb, CommandLine& line) {
  verb.add_option("--fault", line.fault_files,
                  "a C++ file with an ATTNCHECK_FAULT: then there is fault:GROUP/NAME; may be repeated")
      ->allow_extra_args(false);
}

/// What every verb that looks at the tables takes.
void add_author_options(CLI::App& verb, CommandLine& line) {
  verb.add_option("--property", line.property_files,
                  "a C++ file with an ATTNCHECK_PROPERTY, which joins ours; may be repeated")
      ->allow_extra_args(false);
  add_fault_option(verb, line);
}

/// A program that carries its subject takes no other.
void add_subject(CLI::App& verb, CommandLine& line, const std::string& meaning, bool required) {
  if (line.program.function != nullptr) return;
  verb.add_option("SUBJECT", line.subject, meaning)->required(required);
  verb.add_option("--entry", line.opening.entry.float32,
                  "the C function for float32 in a file, when it is not attention");
  verb.add_option("--entry-f64", line.opening.entry.float64,
                  "the C function for float64 in a file, when it is not attention_f64");
}

void add_wall(CLI::App& verb, CommandLine& line) {
  if (line.program.function != nullptr) return;
  verb.add_flag("--wall", line.opening.wall.wanted,
                "compile and run the subject behind a wall: no network, nothing of this machine but its programs, "
                "limits on processes, memory and files");
  verb.add_option("--visible", line.opening.wall.visible,
                  "a file or folder that can be read behind the wall; may be repeated")
      ->allow_extra_args(false)
      ->needs("--wall");
}

/// What decides which problems are drawn.
void add_draw_options(CLI::App& verb, CommandLine& line, RawOptions& raw, const std::string& effort) {
  verb.add_option("--effort", line.run.effort,
                  fmt::format("how many problems: quick, default or thorough; {} unless given", effort))
      ->check(CLI::IsMember({"quick", "default", "thorough"}));
  verb.add_option("--seed", raw.seed, fmt::format("a number, or random; {} unless given", default_seed));
  verb.add_option("--properties", line.run.properties, "only those whose group/name matches this glob");
  verb.add_option("--dtype", raw.dtype, "only this one: float32 or float64")
      ->check(CLI::IsMember({"float32", "float64"}));
  verb.add_option("--declare", raw.declared, declare_help())->allow_extra_args(false);
  verb.add_option("--shapes", raw.shapes, "how many shapes are asked at most: --declare distinct_shapes=N");
}

void add_result_options(CLI::App& verb, CommandLine& line, RawOptions& raw) {
  verb.add_option("--json", line.json, "also write the result to this file, as JSON");
  verb.add_option("--junit", line.junit, "also write the result to this file, as JUnit XML");
  auto* save = verb.add_option("--save", line.save, "folder for counterexamples")->capture_default_str();
  verb.add_flag("--no-save", raw.no_save, "save no counterexample")->excludes(save);
  verb.add_flag("--verbose", line.verbose, "every finding in full; families, tags, calls, seconds, audit");
}

void add_jobs(CLI::App& verb, RawOptions& raw) {
  verb.add_option("--jobs", raw.jobs,
                  "how many properties are asked at once, each by a process of its own, which changes no result; one "
                  "a core unless given, at most 4, and one for libraries and programs, which may share something")
      ->check(CLI::Range(1, 64));
}

/// A shard is no verdict: `reports` are for attncheck merge.
void add_shard(CLI::App& verb, CommandLine& line, RawOptions& raw, const std::string& what,
               const std::vector<std::string>& reports) {
  auto* shard = verb.add_option("--shard", raw.shard,
                                fmt::format("only this part of the {}, as 2/3, which is written to --out; attncheck "
                                            "merge puts parts together and has the verdict",
                                            what));
  verb.add_option("--out", line.part_folder, "folder for the part")->capture_default_str()->needs(shard);
  for (const std::string& report : reports) shard->excludes(verb.get_option(report));
}

void add_check(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& check = *app.add_subcommand("check", "bring a subject before the properties");
  add_subject(check, line, subject_forms, true);
  if (line.program.function != nullptr)
    check.add_flag("--no-fork", line.no_fork, "call the function in this process, for a debugger");
  add_wall(check, line);
  add_limits(check, raw);
  add_draw_options(check, line, raw, "default");
  add_result_options(check, line, raw);
  check.add_option("--html", line.html, "also write the result to this file, as a page with tables and pictures");
  add_jobs(check, raw);
  check.add_option("--seconds", raw.seconds, "emergency brake: what is left then has no verdict (exit 4)");
  check.add_flag("--fail-fast", line.run.fail_fast, "after the first property that fails, withhold the rest");
  check.add_flag("--no-diagnosis", raw.no_diagnosis, "do not look for the mistake a falsified subject behaves like");
  add_author_options(check, line);
  add_shard(check, line, raw, "properties and dtypes",
            {"--json", "--junit", "--html", "--save", "--no-save", "--verbose", "--no-diagnosis"});
  check.footer(exit_codes);
}

void add_gate(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& gate = *app.add_subcommand("gate", "bring all subjects of attncheck.toml before the properties");
  gate.add_option("FILE", line.file, "what is judged, and what is expected to fail; attncheck.toml unless given");
  gate.add_option("--effort", line.run.effort, "instead of that of the file: quick, default or thorough")
      ->check(CLI::IsMember({"quick", "default", "thorough"}));
  gate.add_option("--seed", raw.seed, "instead of that of the file: a number, or random");
  gate.add_option("--only", line.only, "only the subject of this name; may be repeated")->allow_extra_args(false);
  add_jobs(gate, raw);
  gate.add_option("--json", line.json, "also write the result to this file, as JSON");
  gate.add_option("--junit", line.junit, "also write the result to this file, as JUnit XML");
  gate.add_flag("--no-save", raw.no_save, "save no counterexample; those that are saved are still asked");
  gate.add_flag("--no-diagnosis", raw.no_diagnosis, "do not look for the mistake a falsified subject behaves like");
  gate.add_flag("--verbose", line.verbose, "every finding in full; families, tags, calls, seconds, audit");
  gate.footer(exit_codes);
  app.add_subcommand("init", "write attncheck.toml and a workflow for GitHub, to be filled in")
      ->add_option("FOLDER", line.file, "where; here unless given");
}

void add_grade(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& grade = *app.add_subcommand("grade", "submissions of a class by a rubric, behind a wall");
  grade.add_option("SUBMISSIONS", line.folder, "a folder with a file or a folder of each student");
  grade.add_option("--rubric", line.rubric, "what is asked and what it is worth")->capture_default_str();
  grade.add_option("--out", line.out, "folder for the results; what is in it already is not done again")
      ->capture_default_str();
  grade
      .add_option("--jobs", raw.jobs,
                  "how many submissions at once, which changes no score; one a core unless given, at most 4")
      ->check(CLI::Range(1, 64));
  grade.add_option("--shard", raw.shard,
                   "only the submissions of this part, as 2/3; attncheck merge puts parts together");
  grade.add_flag("--single", line.single, "SUBMISSIONS is the file or the folder of one student");
  grade.add_option("--init", line.init,
                   "write a rubric, a secret and a starter kit into this folder, and grade nothing");
  auto* package =
      grade.add_option("--package", line.package, "for --gradescope: attncheck as a .deb, or its sources as a .tar.gz");
  auto* archive = grade.add_option("--gradescope", line.gradescope,
                                   "write an autograder for Gradescope to this .zip, and grade nothing");
  archive->needs(package);
  package->needs(archive);
  grade.footer(
      "exit codes: 0 every submission has a grade; 2 wrong use; 3 no wall can be built; 4 some are not graded, or the "
      "run was ended");
}

void add_merge(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& merge =
      *app.add_subcommand("merge", "what all shards of attncheck check, power or grade left, as one run would say it");
  merge.add_option("RESULTS", line.parts, "folders that --shard --out wrote to; one, where all wrote to the same")
      ->required();
  merge.add_option("--out", line.merged,
                   "of a class: folder for what is read of it; the first of RESULTS unless given");
  add_result_options(merge, line, raw);
  merge.add_option("--html", line.html, "of a check: also write the result to this file, as a page");
  merge.add_option("--markdown", line.markdown, "of power: also write cards and matrix to this file");
  merge.add_flag("--no-diagnosis", raw.no_diagnosis, "do not look for the mistake a falsified subject behaves like");
  merge.footer("exit codes: those of the command that was split; what a missing shard did not judge is never a pass");
}

void add_power(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& power = *app.add_subcommand("power", "which property notices which fault; is anything correct flagged");
  power
      .add_option("--effort", line.run.effort,
                  "quick (unless given; what it misses is asked at default), default or thorough")
      ->check(CLI::IsMember({"quick", "default", "thorough"}));
  power.add_option("--seeds", line.seeds, "how many seeds, counted from the first")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  power.add_option("--seed", raw.seed, "the first seed: a number, or random; 1 unless given");
  power.add_option("--faults", line.faults, "only those whose group/name matches this glob; empty: none");
  power.add_option("--correct", line.correct, "a further subject that must hold, or a folder of C and C++ files")
      ->allow_extra_args(false);
  power.add_flag("--no-peers", raw.no_peers, "do not ask the checks of other suites");
  power.add_option("--json", line.json, "also write the result to this file, as JSON");
  power.add_option("--markdown", line.markdown, "also write cards and matrix to this file");
  add_author_options(power, line);
  add_shard(power, line, raw, "faults and correct subjects", {"--json", "--markdown"});
}

std::string shim_files() {
  std::string names;
  for (const Shim& shim : shims()) names += (names.empty() ? "" : ", ") + shim.file;
  return names;
}

void add_offline(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& write = *app.add_subcommand("export", "the problems of a run as .npz files, to be answered elsewhere");
  write.add_option("--problems", line.folder, "the folder to write them to")->required();
  add_draw_options(write, line, raw, "quick");
  CLI::App& judge = *app.add_subcommand("judge", "the answers in such a folder, brought before the properties");
  judge.add_option("FOLDER", line.folder, "what attncheck export wrote, with the answers in it")->required();
  add_result_options(judge, line, raw);
}

void add_others(CLI::App& app, CommandLine& line, RawOptions& raw) {
  add_author_options(*app.add_subcommand("list", "properties, faults, built-in subjects and profiles"), line);
  CLI::App& explain =
      *app.add_subcommand("explain", "what a property claims, what a fault does, what a profile allows");
  explain.add_option("NAME", line.name, "a property, a fault or a profile")->required();
  add_author_options(explain, line);
  CLI::App& probe = *app.add_subcommand("probe", "what a subject should declare, proposed from small questions");
  add_subject(probe, line, subject_forms, true);
  add_wall(probe, line);
  add_limits(probe, raw);
  probe.add_option("--dtype", raw.dtype, "in this one: float32 or float64; the first it offers unless given")
      ->check(CLI::IsMember({"float32", "float64"}));
  add_fault_option(probe, line);
  CLI::App& replay = *app.add_subcommand("replay", "a saved counterexample as a worked trace");
  replay.add_option("FILE", line.file, "a file saved by attncheck check, or written by hand")->required();
  add_subject(replay, line, "asked again, when given", false);
  add_wall(replay, line);
  add_limits(replay, raw);
  add_fault_option(replay, line);
  app.add_subcommand("lesson", "attention in numbers, computed as you read");
  CLI::App& shim = *app.add_subcommand("shim", "a file that lets a program in some language be asked (cmd:PROGRAM)");
  shim.add_option("FILE", line.name, "which: " + shim_files())->required();
}

}  // namespace

void add_verbs(CLI::App& app, CommandLine& line, RawOptions& raw) {
  add_check(app, line, raw);
  add_gate(app, line, raw);
  add_grade(app, line, raw);
  add_merge(app, line, raw);
  add_power(app, line, raw);
  add_offline(app, line, raw);
  add_others(app, line, raw);
}

}  // namespace attncheck
