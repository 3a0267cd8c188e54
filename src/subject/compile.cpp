#include "subject/compile.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "attncheck/subject.h"
#include "core/text.h"
#include "process/command.h"
#include "process/compile.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

std::string& told_folder() {
  static std::string folder;
  return folder;
}

/// The folder to include so that "attncheck/abi.h" is found: the one that was told; include beside a program in its
/// build tree; ../include of an installed one. No path of the machine that built the program is in it.
std::string include_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {fs::path(told_folder()), program / "include", program.parent_path() / "include"})
    if (!folder.empty() && fs::exists(folder / "attncheck" / "abi.h", error)) return fs::absolute(folder).string();
  return {};
}

/// With the place to which a link in a build tree leads.
std::vector<std::string> header_folders() {
  const std::string include = include_folder();
  if (include.empty()) return {};
  return {include, fs::canonical(fs::path(include) / "attncheck").string()};
}

std::string command_line(const std::string& source, const std::string& library, const std::string& ours) {
  const bool is_c = fs::path(source).extension() == ".c";
  const std::string compiler = is_c ? from_environment("CC", "cc") : from_environment("CXX", "c++");
  const std::string include = include_folder();
  const std::string flags = from_environment(is_c ? "CFLAGS" : "CXXFLAGS", "");
  // No contraction, as everywhere in attncheck: the same file must round the same way with every compiler.
  return fmt::format("{} -O2 -g -fPIC -shared -ffp-contract=off {}{}{}{}{}-o {} {} -lm", compiler, ours,
                     ours.empty() ? "" : " ", flags, flags.empty() ? "" : " ",
                     include.empty() ? "" : "-I" + shell_word(include) + " ", shell_word(library),
                     shell_word(source.starts_with('-') ? "./" + source : source));
}

void require_source(const std::string& source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (!fs::exists(status)) throw SubjectError(SubjectError::Kind::wrong_name, source + ": there is no such file");
  if (fs::is_directory(status))
    throw SubjectError(SubjectError::Kind::wrong_name, source + ": is a folder, but a C or C++ file is needed");
  if (!fs::is_regular_file(status)) throw SubjectError(SubjectError::Kind::wrong_name, source + ": is no regular file");
}

/// Without our headers no file that includes them compiles, and that is not the fault of who wrote it.
void require_headers(const std::string& source) {
  if (!include_folder().empty()) return;
  std::ifstream file(source);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.find("attncheck/") == std::string::npos) return;
  throw SubjectError(SubjectError::Kind::machine,
                     source +
                         ": includes headers of attncheck, which are neither in include/ beside the program nor in "
                         "../include: build or install attncheck again");
}

}  // namespace

void find_headers_in(const std::string& folder) {
  if (!folder.empty()) told_folder() = folder;
}

CompiledLibrary::CompiledLibrary(const std::string& source, std::ostream& log, const std::string& flags,
                                 const std::shared_ptr<Wall>& wall) {
  require_source(source);
  require_headers(source);
  folder_.emplace();
  path_ = folder_->path() + "/subject.so";
  const std::string compiled = wall ? folder_->take_copy(source, wall->takes_beside()) : source;
  compile(source, command_line(compiled, path_, flags), wall, {header_folders(), folder_->path()}, log);
  if (!fs::exists(path_))
    throw SubjectError(SubjectError::Kind::machine,
                       fmt::format("{}: the compiler reported no error and made no file; CC, CXX, CFLAGS or CXXFLAGS "
                                   "may name something else than a compiler that links",
                                   source));
  if (wall) open_to_all(folder_->path());
}

}  // namespace attncheck
