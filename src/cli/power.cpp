#include "power/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/text.h"
#include "fault/table.h"
#include "property/table.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// A folder stands for the C and C++ files in it.
std::vector<std::string> subjects_of(const std::vector<std::string>& given) {
  std::vector<std::string> subjects;
  for (const std::string& name : given) {
    if (!fs::is_directory(name)) {
      subjects.push_back(name);
      continue;
    }
    std::vector<std::string> files;
    for (const auto& file : fs::directory_iterator(name))
      if (file.is_regular_file()) files.push_back(file.path().string());
    std::ranges::sort(files);
    if (files.empty()) throw WrongUse(fmt::format("--correct {}: the folder holds no file", name));
    subjects.insert(subjects.end(), files.begin(), files.end());
  }
  return subjects;
}

std::string command_text(const CommandLine& line) {
  std::string out = fmt::format("{} power --effort {} --seeds {}", line.program.name, line.run.effort, line.seeds);
  if (line.run.seed != 1) out += fmt::format(" --seed {}", line.run.seed);
  if (line.faults != "*") out += " --faults " + shell_word(line.faults);
  for (const std::string& subject : line.correct) out += " --correct " + shell_word(subject);
  return out + (line.peers ? "" : " --no-peers") + author_options(line);
}

}  // namespace

int measure(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const OutputFile json(line.json), markdown(line.markdown);
  Progress progress(err);
  PowerOptions options;
  options.effort = line.run.effort;
  options.faults = line.faults;
  options.peers = line.peers;
  options.correct = {"builtin:row", "builtin:matrix", "builtin:online"};
  const std::vector<std::string> more = subjects_of(line.correct);
  options.correct.insert(options.correct.end(), more.begin(), more.end());
  for (int seed = 0; seed < line.seeds; ++seed)
    options.seeds.push_back(line.run.seed + static_cast<std::uint64_t>(seed));
  options.progress = [&](const std::string& text) { progress.show(text); };
  const PowerResult result = measure_power(all_properties(), all_faults(), options);
  progress.clear();
  out << command_text(line) << "\n\n" << power_text(result);
  json.write(power_json(result));
  markdown.write(power_markdown(result, command_text(line)));
  return result.exit_code();
}

}  // namespace attncheck
