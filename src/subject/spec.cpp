#include "subject/spec.h"

#include <fmt/format.h>

#include <filesystem>

#include "language/languages.h"
#include "language/program_subject.h"
#include "subject/builtin.h"
#include "subject/compile.h"
#include "subject/shared_library.h"

namespace attncheck {
namespace {

constexpr const char* forms =
    "builtin:row|matrix|online, fault:GROUP/NAME, lib:PATH.so, cmd:PROGRAM ARGUMENTS, or the path of a .so, .c, .cc, "
    ".cpp, .py, .mjs, .js, .cjs, .rs or .java file";

std::unique_ptr<Subject> open_library(const std::string& name, const std::string& path, const Limits& limits,
                                      const EntryNames& entry) {
  require_library(path);
  // Absolute, or the loader would search its own folders for a bare name.
  return make_child_subject(name, library_loader(std::filesystem::absolute(path).string(), entry), limits);
}

std::unique_ptr<Subject> open_source(const std::string& path, const Limits& limits, std::ostream& log,
                                     const EntryNames& entry) {
  const auto library = std::make_shared<const CompiledLibrary>(path, log);
  Loader load = library_loader(library->path(), entry);
  // Each new child loads the file again, so it stays as long as the loader does.
  return make_child_subject(
      path, [library, load] { return load(); }, limits);
}

std::unique_ptr<Subject> open_command(const std::string& name, const std::string& command, const Limits& limits) {
  if (command.find_first_not_of(" \t") == std::string::npos)
    throw SubjectError(SubjectError::Kind::wrong_name, "cmd: names no program; expected cmd:PROGRAM ARGUMENTS");
  return open_program(name, command, limits);
}

bool may_have_entries(const std::string& spec) {
  for (const char* scheme : {"builtin:", "fault:", "cmd:"})
    if (spec.starts_with(scheme)) return false;
  return !has_shim(spec);
}

}  // namespace

std::unique_ptr<Subject> open_subject(const std::string& spec, const Limits& limits, std::ostream& log,
                                      const EntryNames& entry) {
  const std::vector<DType> both{DType::float32, DType::float64};
  const auto after = [&](const std::string& scheme) { return spec.substr(scheme.size()); };
  if (entry.is_named() && !may_have_entries(spec))
    throw SubjectError(SubjectError::Kind::wrong_name,
                       fmt::format("{} is no library and no C or C++ file, so --entry names nothing in it", spec));
  if (spec.starts_with("builtin:")) return make_child_subject(spec, both, builtin_function(after("builtin:")), limits);
  if (spec.starts_with("fault:")) return make_child_subject(spec, both, fault_function(after("fault:")), limits);
  if (spec.starts_with("cmd:")) return open_command(spec, after("cmd:"), limits);
  if (spec.starts_with("lib:")) return open_library(spec, after("lib:"), limits, entry);
  const std::string extension = std::filesystem::path(spec).extension().string();
  if (extension == ".so") return open_library(spec, spec, limits, entry);
  if (extension == ".c" || extension == ".cc" || extension == ".cpp") return open_source(spec, limits, log, entry);
  if (has_shim(spec)) return open_with_shim(spec, limits, log);
  throw SubjectError(SubjectError::Kind::wrong_name, fmt::format("\"{}\" is not a subject; expected {}", spec, forms));
}

}  // namespace attncheck
