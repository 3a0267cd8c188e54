#include "cli/shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "cli/output_file.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/text.h"
#include "grade/digest.h"
#include "grade/grader.h"
#include "process/whole_file.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// Of check, power and class: those that the folders hold.
std::vector<std::string> kinds_in(const std::vector<std::string>& folders) {
  std::vector<std::string> kinds;
  for (const char* kind : {"check", "power", "class"})
    if (!shard_files(folders, kind).empty()) kinds.emplace_back(kind);
  return kinds;
}

/// What is given of them has no meaning for the kind.
void refuse(const std::string& kind, const std::vector<std::pair<const char*, const std::string*>>& options) {
  for (const auto& [option, given] : options)
    if (!given->empty()) throw WrongUse(fmt::format("{} has no meaning for shards of a {}", option, kind));
}

}  // namespace

ShardHeader header_of(const CommandLine& line, const std::string& command) {
  ShardHeader header{"", line.shard, program_digest(), command, line.words, {}};
  std::error_code error;
  for (const std::string& path : inputs_of(line))
    if (fs::is_regular_file(path, error)) header.inputs[path] = sha256(read_whole(path));
  return header;
}

CommandLine line_of(const ShardHeader& header, Verb verb, const Program& program) {
  std::vector<const char*> words{program.name.c_str()};
  for (const std::string& word : header.words) words.push_back(word.c_str());
  std::ostringstream help;
  std::optional<CommandLine> line;
  try {
    line = parse_command_line(static_cast<int>(words.size()), words.data(), help, program);
  } catch (const WrongUse&) {}  // said below
  if (!line || line->verb != verb || line->shard != header.shard)
    throw std::invalid_argument(
        fmt::format("{}: its words are no command that was split: {}", one_line(header.path), joined(header.words)));
  return *line;
}

void require_unchanged(const ShardHeader& header, const std::vector<std::string>& files) {
  for (const std::string& path : files) {
    const auto before = header.inputs.find(path);
    if (before != header.inputs.end() && sha256(read_whole(path)) != before->second)
      throw std::invalid_argument(fmt::format("{} is another now than it was for {}", one_line(path), header.path));
  }
}

int merge_shards(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const std::vector<std::string> kinds = kinds_in(line.parts);
  if (kinds.size() > 1)
    throw WrongUse(fmt::format("{}: hold shards of {}; each is merged by itself", joined(line.parts), joined(kinds)));
  for (const std::string& folder : line.parts)
    if (kinds_in({folder}).empty())
      throw WrongUse(
          fmt::format("{}: holds nothing to merge, expected what attncheck check, power or grade wrote with "
                      "--shard and --out",
                      one_line(folder)));
  if (kinds[0] == "check") {
    refuse("check", {{"--out", &line.merged}, {"--markdown", &line.markdown}});
    return merge_check(line, out, err);
  }
  if (kinds[0] == "power") {
    refuse("measurement", {{"--out", &line.merged}, {"--junit", &line.junit}, {"--html", &line.html}});
    return merge_power(line, out, err);
  }
  refuse("class",
         {{"--json", &line.json}, {"--junit", &line.junit}, {"--html", &line.html}, {"--markdown", &line.markdown}});
  return merge_parts(line, out, err);
}

}  // namespace attncheck
