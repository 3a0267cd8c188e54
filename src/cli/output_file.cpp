#include "cli/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/wrong_use.h"
#include "core/text.h"

namespace attncheck {
namespace {

bool is_same_file(const std::string& path, const std::string& other) {
  std::error_code error;
  return !path.empty() && !other.empty() && std::filesystem::equivalent(path, other, error);
}

/// `path` when it may be written.
const std::string& no_input(const char* option, const std::string& path, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (is_same_file(path, input))
      throw WrongUse(fmt::format("{} {}: the run reads this file, and would overwrite it; another name is expected",
                                 option, one_line(path)));
  return path;
}

/// `path`, when none of the others is the same file.
const std::string& of_its_own(const char* option, const std::string& path,
                              const std::vector<std::pair<const char*, std::string>>& others) {
  for (const auto& [other, other_path] : others)
    if (is_same_file(other_path, path) && !std::filesystem::is_character_file(path))
      throw WrongUse(
          fmt::format("{} and {} both name {}; each needs a file of its own", other, option, one_line(path)));
  return path;
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) { write(""); }

void OutputFile::write(const std::string& text) const {
  if (!wanted()) return;
  errno = 0;
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw WrongUse(fmt::format("{} cannot be written: {}", path_, std::strerror(errno == 0 ? EIO : errno)));
}

bool OutputFile::write_or_say(const std::string& text, std::ostream& err) const {
  try {
    write(text);
    return true;
  } catch (const WrongUse& error) {
    err << "attncheck: " << error.what() << '\n';
    return false;
  }
}

ReportFiles::ReportFiles(const CommandLine& line, const std::vector<std::string>& inputs)
    : json_(no_input("--json", line.json, inputs)),
      junit_(of_its_own("--junit", no_input("--junit", line.junit, inputs), {{"--json", line.json}})),
      html_(of_its_own("--html", no_input("--html", line.html, inputs),
                       {{"--json", line.json}, {"--junit", line.junit}})) {}

int ReportFiles::write(const Reports& reports, int code, std::ostream& err) const {
  const bool json_written = json_.write_or_say(reports.json, err);
  const bool junit_written = junit_.write_or_say(reports.junit, err);
  const bool html_written = html_.write_or_say(reports.html, err);
  return code == 0 && !(json_written && junit_written && html_written) ? 2 : code;
}

std::vector<std::string> inputs_of(const CommandLine& line) {
  std::vector<std::string> inputs{line.subject, line.file};
  if (line.subject.starts_with("lib:")) inputs[0] = line.subject.substr(4);
  for (const auto* files : {&line.property_files, &line.fault_files, &line.opening.wall.visible, &line.parts})
    inputs.insert(inputs.end(), files->begin(), files->end());
  const auto profile = line.run.declared.find("profile");
  if (profile != line.run.declared.end()) inputs.push_back(profile->second);
  return inputs;
}

}  // namespace attncheck
