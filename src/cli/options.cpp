#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/raw_options.h"
#include "cli/wrong_use.h"
#include "core/near_names.h"
#include "core/text.h"
#include "core/version.h"
#include "process/limits.h"
#include "run/command.h"

namespace attncheck {
namespace {

const char* const verb_names =
    "check, gate, grade, merge, init, power, list, explain, replay, lesson, probe, shim, export, judge";

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
  if (!line.html.empty() && (line.html == line.json || line.html == line.junit))
    throw WrongUse(fmt::format("{} and --html both name {}; each needs a file of its own",
                               line.html == line.json ? "--json" : "--junit", one_line(line.html)));
}

Verb chosen_verb(const CLI::App& app) {
  const std::string verb = app.get_subcommands().at(0)->get_name();
  if (verb == "check") return Verb::check;
  if (verb == "gate") return Verb::gate;
  if (verb == "grade") return Verb::grade;
  if (verb == "merge") return Verb::merge;
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
  const std::vector<std::string> verbs{"check",   "gate",   "grade",  "merge", "init", "power",  "list",
                                       "explain", "replay", "lesson", "probe", "shim", "export", "judge"};
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
  if (!raw.shard.empty()) {
    const auto shard = parse_shard(raw.shard);
    if (!shard) throw WrongUse(fmt::format("--shard is {}, but NUMBER/COUNT as 2/3 is expected", one_line(raw.shard)));
    line.shard = *shard;
    line.shard_given = true;
    if (line.verb == Verb::check) line.run.shard = shard;
    if (raw.seed == "random")
      throw WrongUse("--seed random and --shard: each shard would draw another; a number is expected");
  }
  if (raw.no_save) line.save.clear();
  line.seed_given = !raw.seed.empty();
  line.effort_given = line.verb == Verb::gate && verb.count("--effort") > 0;
  if (line.verb == Verb::export_problems && verb.count("--effort") == 0) line.run.effort = "quick";
  if (line.verb == Verb::power) {
    if (raw.seed.empty()) line.run.seed = 1;
    if (verb.count("--effort") == 0) line.run.effort = "quick";
  }
  if (line.verb == Verb::check || line.verb == Verb::gate || line.verb == Verb::grade) line.run.jobs = raw.jobs;
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
  add_verbs(app, line, raw);
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
  line.words = words;
  refuse_empty_words(*app.get_subcommands().at(0));
  take(raw, *app.get_subcommands().at(0), line);
  require_own_files(line);
  return line;
}

}  // namespace attncheck
