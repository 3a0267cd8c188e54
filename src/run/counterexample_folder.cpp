#include "run/counterexample_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace attncheck {
namespace {

namespace fs = std::filesystem;

std::string property_name(std::string id) {
  for (char& c : id)
    if (c == '/') c = '.';
  return id;
}

void must_be_writable(const std::string& folder, const std::string& otherwise) {
  const fs::path probe = fs::path(folder) / ".attncheck-writable";
  const bool written = static_cast<bool>(std::ofstream(probe) << "");
  std::error_code ignored;
  fs::remove(probe, ignored);
  if (!written) throw std::invalid_argument(fmt::format("{} is not writable; {}", folder, otherwise));
}

}  // namespace

std::string plain_file_name(std::string text) {
  for (char& c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    if (!plain) c = '_';
  }
  return text;
}

std::string short_file_name(const std::string& subject) {
  const bool scheme = subject.starts_with("fault:") || subject.starts_with("builtin:");
  return plain_file_name(scheme ? subject : subject.substr(subject.rfind('/') + 1));
}

CounterexampleFolder::CounterexampleFolder(FolderOptions options) : options_(std::move(options)) {
  const std::string& path = options_.path;
  if (path.empty()) return;
  std::error_code error;
  made_here_ = fs::create_directories(path, error);
  if (error)
    throw std::invalid_argument(
        fmt::format("the folder {} cannot be made: {}; {}", path, error.message(), options_.otherwise));
  must_be_writable(path, options_.otherwise);
}

CounterexampleFolder::~CounterexampleFolder() {
  std::error_code ignored;
  if (made_here_ && saved_.empty()) fs::remove(options_.path, ignored);  // refuses when something is in it
}

void CounterexampleFolder::save(const PropertyResult& property, const std::string& profile, std::ostream& err) {
  if (options_.path.empty()) return;
  for (std::size_t k = 0; k < property.findings.size(); ++k) {
    const std::string file = file_name(property, k);
    try {
      save_counterexample(file, {property.id, options_.subject, profile, options_.seed, property.findings[k]});
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
  const std::string name =
      fmt::format("{}-{}-{}{}.json", options_.begins, property_name(property.id), info(property.dtype).name, count);
  return (fs::path(options_.path) / name).string();
}

std::vector<SavedFile> saved_counterexamples(const std::string& folder) {
  std::vector<SavedFile> files;
  std::error_code error;
  if (folder.empty() || !fs::exists(folder, error)) return files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".json") files.push_back({entry->path().string(), std::nullopt, ""});
  if (error) files.push_back({folder, std::nullopt, fmt::format("{}: cannot be read: {}", folder, error.message())});
  std::ranges::sort(files, {}, &SavedFile::path);
  for (SavedFile& file : files) {
    if (!file.error.empty()) continue;
    try {
      file.counterexample = load_counterexample(file.path);
    } catch (const std::invalid_argument& wrong) { file.error = wrong.what(); }
  }
  return files;
}

}  // namespace attncheck
