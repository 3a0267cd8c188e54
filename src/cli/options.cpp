#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/wrong_use.h"
#include "core/near_names.h"
#include "core/text.h"
#include "core/version.h"
#include "language/shims.h"
#include "process/limits.h"
#include "run/command.h"

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

const char* const verb_names = "check, gate, init, power, list, explain, replay, lesson, probe, shim, export, judge";

/// What CLI11 leaves as text, because our messages are clearer.
struct RawOptions {
  std::string seed;
  std::string dtype;
  std::string seconds;
  std::vector<std::string> declared;
  std::vector<std::string> limits;
  std::string shapes;
  int jobs = 0;
  bool no_save = false;
  bool no_peers = false;
  bool no_diagnosis = false;
};

std::uint64_t read_seed(const std::string& text) {
  if (const auto seed = parse_seed(text)) return *seed;
  throw WrongUse(fmt::format("--seed is {}, but a whole number from 0 to 18446744073709551615 or random is expected",
                             one_line(text)));
}

std::optional<double> read_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

double read_seconds(const std::string& text) {
  const std::optional<double> seconds = read_number(text);
  if (!seconds || *seconds <= 0)
    throw WrongUse(fmt::format("--seconds is {}, but a positive number is expected", one_line(text)));
  return *seconds;
}

/// The KEY=VALUE words of an option, each key one of `keys` and given once.
std::map<std::string, std::string> read_pairs(const std::string& option, const std::vector<std::string>& texts,
                                              const std::vector<std::string>& keys) {
  std::map<std::string, std::string> pairs;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw WrongUse(fmt::format("{} is {}, but KEY=VALUE is expected", option, one_line(text)));
    const std::string key = text.substr(0, equals);
    if (std::ranges::find(keys, key) == keys.end())
      throw WrongUse(fmt::format("{} {}: there is no key {}{} (keys: {})", option, one_line(text), one_line(key),
                                 did_you_mean(key, keys), CLI::detail::join(keys, ", ")));
    if (!pairs.emplace(key, text.substr(equals + 1)).second)
      throw WrongUse(fmt::format("{} gives {} twice", option, key));
  }
  return pairs;
}

std::map<std::string, std::string> read_declarations(const std::vector<std::string>& texts) {
  std::vector<std::string> keys;
  for (const auto& [key, meaning] : declarable()) keys.push_back(key);
  return read_pairs("--declare", texts, keys);
}

Limits read_limits(const std::vector<std::string>& texts) {
  std::vector<std::string> keys;
  for (const LimitWord& word : limit_words()) keys.push_back(word.key);
  Limits limits;
  for (const auto& [key, text] : read_pairs("--limit", texts, keys)) {
    const std::optional<double> number = read_number(text);
    if (!number) throw WrongUse(fmt::format("--limit {} is {}, but a number is expected", key, one_line(text)));
    try {
      set_limit(limits, key, *number);
    } catch (const std::invalid_argument& error) { throw WrongUse(std::string("--limit ") + error.what()); }
  }
  return limits;
}

/// An empty word is what a script passes whose variable is not set. Only --faults has a meaning for it: none.
void refuse_empty_words(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (name == "--faults" || option->get_expected_max() == 0) continue;
    if (std::ranges::find(option->results(), "") != option->results().end())
      throw WrongUse(fmt::format("{} is empty, but a value is expected", name));
  }
}

void require_own_files(const CommandLine& line) {
  if (!line.json.empty() && line.json == line.junit)
    throw WrongUse(fmt::format("--json and --junit both name {}; each needs a file of its own", one_line(line.json)));
}

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

void add_check(CLI::App& app, CommandLine& line, RawOptions& raw) {
  CLI::App& check = *app.add_subcommand("check", "bring a subject before the properties");
  add_subject(check, line, subject_forms, true);
  if (line.program.function != nullptr)
    check.add_flag("--no-fork", line.no_fork, "call the function in this process, for a debugger");
  add_wall(check, line);
  add_limits(check, raw);
  add_draw_options(check, line, raw, "default");
  add_result_options(check, line, raw);
  add_jobs(check, raw);
  check.add_option("--seconds", raw.seconds, "emergency brake: what is left then has no verdict (exit 4)");
  check.add_flag("--fail-fast", line.run.fail_fast, "after the first property that fails, withhold the rest");
  check.add_flag("--no-diagnosis", raw.no_diagnosis, "do not look for the mistake a falsified subject behaves like");
  add_author_options(check, line);
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

Verb chosen_verb(const CLI::App& app) {
  const std::string verb = app.get_subcommands().at(0)->get_name();
  if (verb == "check") return Verb::check;
  if (verb == "gate") return Verb::gate;
  if (verb == "init") return Verb::init;
  if (verb == "power") return Verb::power;
  if (verb == "list") return Verb::list;
  if (verb == "explain") return Verb::explain;
  if (verb == "replay") return Verb::replay;
  if (verb == "probe") return Verb::probe;
  if (verb == "shim") return Verb::shim;
  if (verb == "export") return Verb::export_problems;
  if (verb == "judge") return Verb::judge;
  return Verb::lesson;
}

void must_be_a_verb(const std::string& word, const Program& program) {
  const std::vector<std::string> verbs{"check",  "gate",   "init",  "power", "list",   "explain",
                                       "replay", "lesson", "probe", "shim",  "export", "judge"};
  if (word.starts_with("-") || std::ranges::find(verbs, word) != verbs.end()) return;
  const bool subject = program.function == nullptr && word.find_first_of(":./") != std::string::npos;
  const std::string hint = subject ? fmt::format("; to check it: attncheck check {}", shell_word(one_line(word)))
                                   : did_you_mean(word, verbs);
  throw WrongUse(fmt::format("{} is no command ({}){}", one_line(word), verb_names, hint));
}

/// What the user typed, after the name of the program. One that carries its subject checks it unless told otherwise.
std::vector<std::string> words_of(int argc, const char* const* argv, const Program& program) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const bool asks = !words.empty() && (words[0] == "-h" || words[0] == "--help" || words[0] == "--version");
  if (program.function != nullptr && !asks && (words.empty() || words[0].starts_with("-")))
    words.insert(words.begin(), "check");
  return words;
}

/// False when help or the version was printed.
bool parse(CLI::App& app, std::vector<std::string> words, const std::string& program, std::ostream& out) {
  std::ranges::reverse(words);  // as CLI11 wants them
  try {
    app.parse(std::move(words));
    return true;
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    out << (chosen.empty() ? app.help() : chosen[0]->help(program));
  } catch (const CLI::CallForVersion&) {
    out << "attncheck " << version << '\n';
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const std::string verb = chosen.empty() ? "" : chosen[0]->get_name() + " ";
    throw WrongUse(fmt::format("{} ({} {}--help)", one_line(error.what()), program, verb));
  }
  return false;
}

/// What the user gave as text, as what it means to the verb.
void take(const RawOptions& raw, const CLI::App& verb, CommandLine& line) {
  if (!raw.seed.empty()) line.run.seed = read_seed(raw.seed);
  if (!raw.seconds.empty()) line.run.seconds = read_seconds(raw.seconds);
  if (!raw.dtype.empty()) line.run.dtype = parse_dtype(raw.dtype);
  line.run.declared = read_declarations(raw.declared);
  if (!raw.shapes.empty() && !line.run.declared.emplace("distinct_shapes", raw.shapes).second)
    throw WrongUse("--shapes and --declare distinct_shapes are the same; one of them is expected");
  line.opening.limits = read_limits(raw.limits);
  if (raw.no_save) line.save.clear();
  line.seed_given = !raw.seed.empty();
  line.effort_given = line.verb == Verb::gate && verb.count("--effort") > 0;
  if (line.verb == Verb::export_problems && verb.count("--effort") == 0) line.run.effort = "quick";
  if (line.verb == Verb::power) {
    if (raw.seed.empty()) line.run.seed = 1;
    if (verb.count("--effort") == 0) line.run.effort = "quick";
  }
  if (line.verb == Verb::check || line.verb == Verb::gate) line.run.jobs = raw.jobs;
  line.peers = !raw.no_peers;
  line.diagnosis = !raw.no_diagnosis;
}

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::ostream& out,
                                              const Program& program) {
  CommandLine line;
  line.program = program;
  if (program.function != nullptr) line.subject = program.function->name;
  RawOptions raw;
  CLI::App app("Property-based verification of attention.", program.name);
  app.set_version_flag("--version", version);
  app.require_subcommand(0, 1);
  add_check(app, line, raw);
  add_gate(app, line, raw);
  add_power(app, line, raw);
  add_offline(app, line, raw);
  add_others(app, line, raw);
  app.footer(program.function == nullptr
                 ? "attncheck check --help shows the options. Try: attncheck check builtin:row"
                 : fmt::format("without a command: check {}. {} check --help shows the options.",
                               program.function->name, program.name));
  const std::vector<std::string> words = words_of(argc, argv, program);
  if (words.empty()) {
    out << app.help();
    throw WrongUse("");
  }
  must_be_a_verb(words[0], program);
  if (!parse(app, words, program.name, out)) return std::nullopt;
  if (app.get_subcommands().empty()) throw WrongUse(fmt::format("no command is given ({})", verb_names));
  line.verb = chosen_verb(app);
  refuse_empty_words(*app.get_subcommands().at(0));
  take(raw, *app.get_subcommands().at(0), line);
  require_own_files(line);
  return line;
}

}  // namespace attncheck
