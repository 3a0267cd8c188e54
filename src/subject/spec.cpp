#include "subject/spec.h"

#include <fmt/format.h>

#include <filesystem>

#include "subject/builtin.h"
#include "subject/compile.h"
#include "subject/shared_library.h"

namespace attncheck {
namespace {

constexpr const char* forms =
    "builtin:row|matrix|online, fault:GROUP/NAME, lib:PATH.so, or the path of a .so, .c, .cc or .cpp file";

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

}  // namespace

std::unique_ptr<Subject> open_subject(const std::string& spec, const Limits& limits, std::ostream& log,
                                      const EntryNames& entry) {
  const std::vector<DType> both{DType::float32, DType::float64};
  const auto after = [&](const std::string& scheme) { return spec.substr(scheme.size()); };
  if (entry.is_named() && (spec.starts_with("builtin:") || spec.starts_with("fault:")))
    throw SubjectError(SubjectError::Kind::wrong_name,
                       fmt::format("{} is no library or source file, so --entry names nothing in it", spec));
  if (spec.starts_with("builtin:")) return make_child_subject(spec, both, builtin_function(after("builtin:")), limits);
  if (spec.starts_with("fault:")) return make_child_subject(spec, both, fault_function(after("fault:")), limits);
  if (spec.starts_with("lib:")) return open_library(spec, after("lib:"), limits, entry);
  const std::string extension = std::filesystem::path(spec).extension().string();
  if (extension == ".so") return open_library(spec, spec, limits, entry);
  if (extension == ".c" || extension == ".cc" || extension == ".cpp") return open_source(spec, limits, log, entry);
  throw SubjectError(SubjectError::Kind::wrong_name, fmt::format("\"{}\" is not a subject; expected {}", spec, forms));
}

}  // namespace attncheck
