#include "subject/spec.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "child/shared_library.h"
#include "language/languages.h"
#include "language/program_subject.h"
#include "process/folder.h"
#include "subject/builtin.h"
#include "subject/child_subject.h"
#include "subject/compile.h"
#include "subject/host.h"

namespace attncheck {
namespace {

constexpr const char* forms =
    "builtin:row|matrix|online, fault:GROUP/NAME, lib:PATH.so, cmd:PROGRAM ARGUMENTS, or the path of a .so, .c, .cc, "
    ".cpp, .py, .mjs, .js, .cjs, .rs or .java file";

/// What it takes to open a subject that is not part of this program, with the wall built.
struct Foreign {
  const Limits& limits;
  std::ostream& log;
  const EntryNames& entry;
  std::shared_ptr<Wall> wall;
};

std::unique_ptr<Subject> open_library(const std::string& name, const std::string& path, const Foreign& with) {
  require_library(path);
  if (with.wall) require_no_link(path);
  // Absolute, or the loader would search its own folders for a bare name.
  const std::string file = std::filesystem::absolute(path).string();
  return make_child_subject(name, host_of(file, with.entry, with.wall), with.limits);
}

/// Each new child loads the library again, so it stays as long as the subject.
std::unique_ptr<Subject> open_source(const std::string& path, const Foreign& with) {
  const auto library = std::make_shared<const CompiledLibrary>(path, with.log, "", with.wall);
  ChildStart start = host_of(library->path(), with.entry, with.wall, library);
  start.shares_nothing = true;  // one file, without the libraries that bring threads of their own
  return make_child_subject(path, std::move(start), with.limits);
}

/// What a command names in full, or as a path from here, it can read behind a wall.
Reach named_in(const std::string& command) {
  Reach reach;
  std::istringstream words(command);
  for (std::string word; words >> word;)
    if (word.find('/') != std::string::npos && std::filesystem::exists(word))
      reach.readable.push_back(std::filesystem::absolute(word).lexically_normal().string());
  return reach;
}

std::unique_ptr<Subject> open_command(const std::string& name, const std::string& command, const Foreign& with) {
  if (command.find_first_not_of(" \t") == std::string::npos)
    throw SubjectError(SubjectError::Kind::wrong_name, "cmd: names no program; expected cmd:PROGRAM ARGUMENTS");
  return open_program(name, {command, with.wall ? named_in(command) : Reach{}, with.wall}, with.limits);
}

/// What other people wrote, as a file or a program.
std::unique_ptr<Subject> open_foreign(const std::string& spec, const Foreign& with) {
  const auto after = [&](const std::string& scheme) { return spec.substr(scheme.size()); };
  if (spec.starts_with("cmd:")) return open_command(spec, after("cmd:"), with);
  if (spec.starts_with("lib:")) return open_library(spec, after("lib:"), with);
  if (has_shim(spec)) return open_with_shim(spec, with.limits, with.log, with.wall);
  if (is_subject_file(spec))
    return std::filesystem::path(spec).extension() == ".so" ? open_library(spec, spec, with) : open_source(spec, with);
  throw SubjectError(SubjectError::Kind::wrong_name, fmt::format("\"{}\" is not a subject; expected {}", spec, forms));
}

bool may_have_entries(const std::string& spec) {
  for (const char* scheme : {"builtin:", "fault:", "cmd:"})
    if (spec.starts_with(scheme)) return false;
  return !has_shim(spec);
}

}  // namespace

bool is_subject_file(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".so" || extension == ".c" || extension == ".cc" || extension == ".cpp" || has_shim(path);
}

std::unique_ptr<Subject> open_subject(const std::string& spec, std::ostream& log, const Opening& opening) {
  const auto& [limits, entry, wall] = opening;
  if (entry.is_named() && !may_have_entries(spec))
    throw SubjectError(SubjectError::Kind::wrong_name,
                       fmt::format("{} is no library and no C or C++ file, so --entry names nothing in it", spec));
  const std::size_t colon = spec.find(':');
  const std::string scheme = colon == std::string::npos ? "" : spec.substr(0, colon);
  if (scheme != "builtin" && scheme != "fault") return open_foreign(spec, {limits, log, entry, Wall::build(wall)});
  if (wall.wanted)
    throw SubjectError(SubjectError::Kind::wrong_name,
                       fmt::format("{} is part of this program, and no wall can stand between the two", spec));
  const std::string name = spec.substr(colon + 1);
  const Loaded loaded{{DType::float32, DType::float64},
                      scheme == "fault" ? fault_function(name) : builtin_function(name)};
  ChildStart start;
  start.loader = [loaded] { return loaded; };
  start.shares_nothing = true;
  return make_child_subject(spec, std::move(start), limits);
}

}  // namespace attncheck
