#include "power/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "author/load.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/shards.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/text.h"
#include "fault/table.h"
#include "grade/grader.h"
#include "power/power_shard.h"
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

PowerOptions options_of(const CommandLine& line) {
  PowerOptions options;
  options.effort = line.run.effort;
  options.faults = line.faults;
  options.peers = line.peers;
  options.correct = {"builtin:row", "builtin:matrix", "builtin:online"};
  const std::vector<std::string> more = subjects_of(line.correct);
  options.correct.insert(options.correct.end(), more.begin(), more.end());
  for (int seed = 0; seed < line.seeds; ++seed)
    options.seeds.push_back(line.run.seed + static_cast<std::uint64_t>(seed));
  options.shard = line.shard;
  return options;
}

/// The verdict is that of merge: a fault that is missed here is not hidden, and nothing more is said.
int leave_shard(const CommandLine& line, const std::string& path, const PowerOptions& options,
                const PowerResult& result, std::ostream& out) {
  write_power_shard(path, {header_of(line, command_text(line)), things_to_measure(all_faults(), options), result});
  out << fmt::format("shard {}: {} merge {} has the verdict\n", to_string(line.shard), line.program.name,
                     shell_word(line.part_folder));
  return result.exit_code();
}

}  // namespace

int measure(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const OutputFile json(line.json), markdown(line.markdown);
  const std::string shard = shard_path(line.part_folder, "power", line.shard);
  if (line.shard_given) make_room_for_shard(shard);
  Progress progress(err);
  PowerOptions options = options_of(line);
  options.progress = [&](const std::string& text) { progress.show(text); };
  const PowerResult result = measure_power(all_properties(), all_faults(), options);
  progress.clear();
  out << command_text(line) << "\n\n" << power_text(result);
  if (line.shard_given) return leave_shard(line, shard, options, result, out);
  json.write(power_json(result));
  markdown.write(power_markdown(result, command_text(line)));
  return result.exit_code();
}

int merge_power(const CommandLine& line, std::ostream& out, std::ostream& /*err*/) {
  const std::vector<std::string> paths = shard_files(line.parts, "power");
  const std::string program = program_digest();
  const CommandLine split = line_of(read_power_header(paths.at(0), program), Verb::power, line.program);
  for (const std::string& file : split.property_files) load_property(file);
  for (const std::string& file : split.fault_files) load_fault(file);
  std::vector<PowerShard> shards;
  shards.reserve(paths.size());
  for (const std::string& path : paths)
    shards.push_back(read_power_shard(path, program, all_properties(), all_faults()));
  const PowerResult result = merge_power(shards);
  const OutputFile json(line.json), markdown(line.markdown);
  const std::string& command = shards[0].header.command;
  out << command << "\n\n" << power_text(result);
  json.write(power_json(result));
  markdown.write(power_markdown(result, command));
  return result.exit_code();
}

}  // namespace attncheck
