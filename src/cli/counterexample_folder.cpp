#include "cli/counterexample_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "cli/wrong_use.h"
#include "core/problem_json.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// fault:scale/missing -> fault_scale_missing; a path -> its last part.
std::string as_file_name(const std::string& text) {
  const bool scheme = text.starts_with("fault:") || text.starts_with("builtin:");
  std::string name = scheme || text.find('/') == std::string::npos ? text : text.substr(text.rfind('/') + 1);
  for (char& c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    if (!plain) c = '_';
  }
  return name;
}

std::string property_name(std::string id) {
  for (char& c : id)
    if (c == '/') c = '.';
  return id;
}

void must_be_writable(const std::string& folder) {
  const fs::path probe = fs::path(folder) / ".attncheck-writable";
  const bool written = static_cast<bool>(std::ofstream(probe) << "");
  std::error_code ignored;
  fs::remove(probe, ignored);
  if (!written) throw WrongUse(fmt::format("{} is not writable; --save DIR or --no-save", folder));
}

}  // namespace

CounterexampleFolder::CounterexampleFolder(std::string path, std::string subject, std::uint64_t seed)
    : path_(std::move(path)), subject_(std::move(subject)), seed_(seed) {
  if (path_.empty()) return;
  std::error_code error;
  made_here_ = fs::create_directories(path_, error);
  if (error)
    throw WrongUse(fmt::format("the folder {} cannot be made: {}; --save DIR or --no-save", path_, error.message()));
  must_be_writable(path_);
}

CounterexampleFolder::~CounterexampleFolder() {
  std::error_code ignored;
  if (made_here_ && saved_.empty()) fs::remove(path_, ignored);  // refuses when something is in it
}

void CounterexampleFolder::save(const PropertyResult& property, const std::string& profile, std::ostream& err) {
  if (path_.empty()) return;
  for (std::size_t k = 0; k < property.findings.size(); ++k) {
    const std::string file = file_name(property, k);
    try {
      save_counterexample(file, {property.id, subject_, profile, seed_, property.findings[k]});
      saved_[file] = true;
    } catch (const std::invalid_argument& error) { err << "attncheck: " << error.what() << '\n'; }
  }
}

std::optional<std::string> CounterexampleFolder::file_of(const PropertyResult& property, std::size_t k) const {
  const std::string file = file_name(property, k);
  return saved_.contains(file) ? std::optional(file) : std::nullopt;
}

std::string CounterexampleFolder::file_name(const PropertyResult& property, std::size_t k) const {
  const std::string count = k == 0 ? "" : fmt::format("-{}", k + 1);
  const std::string name = fmt::format("{}-{}-{}{}.json", as_file_name(subject_), property_name(property.id),
                                       info(property.dtype).name, count);
  return (fs::path(path_) / name).string();
}

}  // namespace attncheck
