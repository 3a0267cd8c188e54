#include <fmt/format.h>

#include <filesystem>

#include "cli/output_file.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/text.h"
#include "gate/init_files.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

void must_not_exist(const fs::path& file) {
  std::error_code error;
  if (fs::symlink_status(file, error).type() != fs::file_type::not_found)
    throw WrongUse(fmt::format("{} exists, and init overwrites nothing", one_line(file.string())));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw WrongUse(fmt::format("the folder {} cannot be made: {}", folder.string(), error.message()));
}

}  // namespace

int init_folder(const CommandLine& line, std::ostream& out) {
  const fs::path folder = line.file.empty() ? "." : line.file;
  if (!fs::is_directory(folder)) throw WrongUse(fmt::format("{} is no folder", one_line(folder.string())));
  const fs::path suite = (folder / "attncheck.toml").lexically_normal();
  const fs::path workflow = (folder / ".github" / "workflows" / "attncheck.yml").lexically_normal();
  must_not_exist(suite);
  must_not_exist(workflow);
  make_folder(workflow.parent_path());
  OutputFile(suite.string()).write(suite_template());
  OutputFile(workflow.string()).write(workflow_template());
  out << fmt::format(
      "{} is written: fill in a [[subject]], then `attncheck gate{}`\n"
      "{} is written: its lines marked FILL IN say where attncheck and your subjects come from\n",
      suite.string(), line.file.empty() ? "" : " " + shell_word(suite.string()), workflow.string());
  return 0;
}

}  // namespace attncheck
