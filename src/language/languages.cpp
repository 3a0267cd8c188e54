#include "language/languages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/text.h"
#include "language/program_subject.h"
#include "language/shims.h"
#include "language/tool.h"
#include "process/command.h"
#include "process/compile.h"
#include "process/folder.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// Where one file is made ready.
struct Bench {
  std::string tool;
  fs::path file;
  fs::path folder;
  std::shared_ptr<Wall> wall;
  std::ostream& log;

  std::string shim_word(std::string_view shim) const { return shell_word((folder / shim).string()); }
  void compile(const std::string& command) const {
    attncheck::compile(file.string(), command, wall, {{}, folder.string()}, log);
  }
};

/// What a language needs to run one file.
struct Language {
  std::vector<std::string_view> extensions;
  Tool tool;  // runs or compiles it
  std::string_view shim;
  /// Fills the folder, in which the shim lies, and returns the command that starts the subject.
  std::string (*prepare)(const Bench& bench);
};

std::string run_script(const Bench& bench, std::string_view shim) {
  return fmt::format("{} {} {}", shell_word(bench.tool), bench.shim_word(shim), shell_word(bench.file.string()));
}

std::string prepare_python(const Bench& bench) { return run_script(bench, "attncheck_shim.py"); }

std::string prepare_node(const Bench& bench) { return run_script(bench, "attncheck_shim.mjs"); }

std::string prepare_rust(const Bench& bench) {
  const fs::path main = bench.folder / "main.rs", program = bench.folder / "program";
  std::ofstream(main) << fmt::format(
      "#[path = {:?}]\n#[allow(dead_code)]\nmod subject;\n#[path = \"attncheck_shim.rs\"]\nmod attncheck_shim;\n\n"
      "fn main() {{\n    attncheck_shim::serve(subject::attention)\n}}\n",
      bench.file.string());
  bench.compile(fmt::format("{} --edition 2021 -O -o {} {}", shell_word(bench.tool), shell_word(program.string()),
                            shell_word(main.string())));
  return shell_word(program.string());
}

std::string prepare_java(const Bench& bench) {
  bench.compile(fmt::format("{} -d {} {} {}", shell_word(bench.tool), shell_word(bench.folder.string()),
                            bench.shim_word("AttncheckShim.java"), shell_word(bench.file.string())));
  // The runtime beside the compiler, or they may not be of one version.
  const fs::path beside = fs::path(bench.tool).parent_path() / "java";
  const std::string java = bench.tool.find('/') != std::string::npos && fs::exists(beside) ? beside.string() : "java";
  return fmt::format("{} -cp {} AttncheckShim {}", shell_word(java), shell_word(bench.folder.string()),
                     shell_word(bench.file.stem().string()));
}

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {
      {{".py"}, python, "attncheck_shim.py", prepare_python},
      {{".mjs", ".js", ".cjs"}, {"node", "ATTNCHECK_NODE", "nodejs"}, "attncheck_shim.mjs", prepare_node},
      {{".rs"}, {"rustc", "ATTNCHECK_RUSTC", "rustc"}, "attncheck_shim.rs", prepare_rust},
      {{".java"}, {"javac", "ATTNCHECK_JAVAC", "default-jdk-headless"}, "AttncheckShim.java", prepare_java}};
  return all;
}

const Language* language_of(const fs::path& file) {
  const std::string extension = file.extension().string();
  for (const Language& language : languages())
    if (std::ranges::find(language.extensions, extension) != language.extensions.end()) return &language;
  return nullptr;
}

}  // namespace

bool has_shim(const std::string& path) { return language_of(path) != nullptr; }

std::unique_ptr<Subject> open_with_shim(const std::string& path, const Limits& limits, std::ostream& log,
                                        const std::shared_ptr<Wall>& wall) {
  require_file(path);
  const Language& language = *language_of(path);
  const std::string tool = find_tool(language.tool, path, wall.get());
  const auto folder = std::make_shared<const TemporaryFolder>();
  std::ofstream(fs::path(folder->path()) / language.shim) << shim_text(language.shim);
  const fs::path file = wall ? fs::path(folder->take_copy(path, wall->takes_beside())) : fs::absolute(path);
  const std::string command = language.prepare({tool, file, folder->path(), wall, log});
  if (wall) open_to_all(folder->path());
  try {
    return open_program(path, {command, {{folder->path()}, ""}, wall}, limits, folder);
  } catch (const SubjectError& error) {
    const std::string what = error.what();
    if (what.find("ModuleNotFoundError") == std::string::npos) throw;
    throw SubjectError(error.kind(),
                       fmt::format("{}\nnote: it was run with {}; {}=PATH names another{}", what, tool,
                                   language.tool.variable, wall ? ", and --visible FOLDER shows more" : ""));
  }
}

}  // namespace attncheck
