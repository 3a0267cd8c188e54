#include "language/languages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text.h"
#include "language/program_subject.h"
#include "language/shims.h"
#include "process/folder.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// What a language needs to run one file.
struct Language {
  std::vector<std::string_view> extensions;
  std::string_view tool;      // runs or compiles it
  std::string_view variable;  // names another tool
  std::string_view package;   // that brings the tool
  std::string_view shim;
  /// Fills the folder, in which the shim lies, and returns the command that starts the subject.
  std::string (*prepare)(const std::string& tool, const fs::path& file, const fs::path& folder, std::ostream& log);
};

std::string run_script(const std::string& tool, const fs::path& file, const fs::path& folder, std::string_view shim) {
  return fmt::format("{} {} {}", shell_word(tool), shell_word((folder / shim).string()), shell_word(file.string()));
}

std::string prepare_python(const std::string& tool, const fs::path& file, const fs::path& folder, std::ostream&) {
  return run_script(tool, file, folder, "attncheck_shim.py");
}

std::string prepare_node(const std::string& tool, const fs::path& file, const fs::path& folder, std::ostream&) {
  return run_script(tool, file, folder, "attncheck_shim.mjs");
}

std::string prepare_rust(const std::string& tool, const fs::path& file, const fs::path& folder, std::ostream& log) {
  const fs::path main = folder / "main.rs", program = folder / "program";
  std::ofstream(main) << fmt::format(
      "#[path = {:?}]\n#[allow(dead_code)]\nmod subject;\n#[path = \"attncheck_shim.rs\"]\nmod attncheck_shim;\n\n"
      "fn main() {{\n    attncheck_shim::serve(subject::attention)\n}}\n",
      file.string());
  compile(file.string(),
          fmt::format("{} --edition 2021 -O -o {} {}", shell_word(tool), shell_word(program.string()),
                      shell_word(main.string())),
          log);
  return shell_word(program.string());
}

std::string prepare_java(const std::string& tool, const fs::path& file, const fs::path& folder, std::ostream& log) {
  compile(file.string(),
          fmt::format("{} -d {} {} {}", shell_word(tool), shell_word(folder.string()),
                      shell_word((folder / "AttncheckShim.java").string()), shell_word(file.string())),
          log);
  // The runtime beside the compiler, or they may not be of one version.
  const fs::path beside = fs::path(tool).parent_path() / "java";
  const std::string java = tool.find('/') != std::string::npos && fs::exists(beside) ? beside.string() : "java";
  return fmt::format("{} -cp {} AttncheckShim {}", shell_word(java), shell_word(folder.string()),
                     shell_word(file.stem().string()));
}

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {
      {{".py"}, "python3", "ATTNCHECK_PYTHON", "python3", "attncheck_shim.py", prepare_python},
      {{".mjs", ".js", ".cjs"}, "node", "ATTNCHECK_NODE", "nodejs", "attncheck_shim.mjs", prepare_node},
      {{".rs"}, "rustc", "ATTNCHECK_RUSTC", "rustc", "attncheck_shim.rs", prepare_rust},
      {{".java"}, "javac", "ATTNCHECK_JAVAC", "default-jdk-headless", "AttncheckShim.java", prepare_java}};
  return all;
}

const Language* language_of(const fs::path& file) {
  const std::string extension = file.extension().string();
  for (const Language& language : languages())
    if (std::ranges::find(language.extensions, extension) != language.extensions.end()) return &language;
  return nullptr;
}

bool is_program(const fs::path& file) { return fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0; }

bool is_installed(const std::string& tool) {
  if (tool.find('/') != std::string::npos) return is_program(tool);
  std::istringstream folders(from_environment("PATH", "/usr/bin:/bin"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (is_program(fs::path(folder) / tool)) return true;
  return false;
}

std::string tool_for(const Language& language, const std::string& path) {
  std::string tool = from_environment(std::string(language.variable).c_str(), std::string(language.tool));
  if (is_installed(tool)) return tool;
  throw SubjectError(SubjectError::Kind::cannot_start,
                     fmt::format("{}: needs {}, which is not installed; Debian has it as {}, and {}=PATH names another",
                                 path, tool, language.package, language.variable));
}

void require_file(const std::string& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) return;
  throw SubjectError(SubjectError::Kind::wrong_name,
                     path + (fs::exists(path, error) ? ": is no regular file" : ": there is no such file"));
}

}  // namespace

bool has_shim(const std::string& path) { return language_of(path) != nullptr; }

std::unique_ptr<Subject> open_with_shim(const std::string& path, const Limits& limits, std::ostream& log) {
  require_file(path);
  const Language& language = *language_of(path);
  const std::string tool = tool_for(language, path);
  const auto folder = std::make_shared<const TemporaryFolder>();
  std::ofstream(fs::path(folder->path()) / language.shim) << shim_text(language.shim);
  const std::string command = language.prepare(tool, fs::absolute(path), folder->path(), log);
  return open_program(path, command, limits, folder);
}

}  // namespace attncheck
