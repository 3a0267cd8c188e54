#include "grade/submissions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <stdexcept>

#include "core/text.h"
#include "grade/digest.h"
#include "process/whole_file.h"
#include "run/counterexample_folder.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with("."); }

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (!is_hidden(entry.path())) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

/// Of one file: its name counts, because it says the language.
std::string digest_of_file(const fs::path& file, const std::string& called) {
  if (fs::is_symlink(file)) return sha256(fmt::format("link {} {}", called, fs::read_symlink(file).string()));
  return fs::is_regular_file(file) ? sha256(fmt::format("file {} {}", called, sha256(read_whole(file.string())))) : "";
}

std::string digest_of(const fs::path& path) {
  if (!fs::is_directory(path)) return digest_of_file(path, path.filename().string());
  std::map<std::string, std::string> files;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file() && !entry.is_symlink()) bytes += entry.file_size();
    if (bytes > most_bytes) throw std::runtime_error(fmt::format("it is larger than {} MiB", most_bytes >> 20));
    const std::string called = entry.path().lexically_relative(path).string();
    files[called] = digest_of_file(entry.path(), called);
  }
  std::string all;
  for (const auto& [called, digest] : files) all += digest;
  return sha256(all);
}

bool is_tests_of(const Rubric& rubric, const fs::path& file) {
  return rubric.tests && std::ranges::find(rubric.tests->files, file.filename().string()) != rubric.tests->files.end();
}

std::string tests_in(const fs::path& folder, const Rubric& rubric) {
  if (rubric.tests)
    for (const std::string& file : rubric.tests->files)
      if (fs::exists(folder / file)) return (folder / file).string();
  return "";
}

/// The file of a folder that is graded, or why there is none.
void choose_file(const fs::path& folder, const Rubric& rubric, Submission& out) {
  for (const std::string& file : rubric.files) {
    out.path = (folder / file).string();
    if (fs::exists(out.path)) return;
  }
  if (!rubric.files.empty()) {
    out.trouble = fmt::format("none of the files that the rubric names is in it ({})", fmt::join(rubric.files, ", "));
    return;
  }
  std::vector<std::string> found;
  for (const fs::path& entry : entries_of(folder))
    if (is_subject_file(entry.string()) && !is_tests_of(rubric, entry)) found.push_back(entry.string());
  if (found.size() == 1) {
    out.path = found[0];
    return;
  }
  std::ranges::transform(found, found.begin(), [](const std::string& file) { return fs::path(file).filename(); });
  out.trouble = found.empty()
                    ? std::string("there is no file in it that attncheck can run")
                    : fmt::format("one file is expected, but it has {}; files = [...] in the rubric says which",
                                  fmt::join(found, ", "));
}

Submission submission_of(const fs::path& path, const std::string& student, const Rubric& rubric) {
  Submission out;
  out.student = one_line(student);
  out.path = path.string();
  out.folder = fs::is_directory(path);
  try {
    if (fs::is_symlink(path)) throw std::runtime_error("it is a symbolic link, which is not followed");
    if (out.folder) choose_file(path, rubric, out);
    if (out.folder) out.tests = tests_in(path, rubric);
    out.digest = digest_of(path);
  } catch (const std::exception& error) { out.trouble = one_line(error.what()); }
  return out;
}

/// Without its extension, with it, and with what no other has.
std::string name_of(const fs::path& entry, int length) {
  const fs::path name = entry.filename();
  const std::string shown = one_line((length == 0 && !fs::is_directory(entry) ? entry.stem() : name).string());
  return length < 2 ? shown : fmt::format("{}-{}", shown, sha256(name.string()).substr(0, 8));
}

/// Nobody may have the name of another, or get what the other earned: the shorter of two names is made longer.
std::vector<std::string> names_of(const std::vector<fs::path>& entries) {
  std::vector<int> lengths(entries.size(), 0);
  for (bool again = true; again;) {
    again = false;
    std::map<std::string, std::vector<std::size_t>> called;
    for (std::size_t k = 0; k < entries.size(); ++k) called[name_of(entries[k], lengths[k])].push_back(k);
    for (const auto& [name, same] : called) {
      if (same.size() < 2) continue;
      const auto by_length = [&](std::size_t k) { return lengths[k]; };
      const int shortest = lengths[*std::ranges::min_element(same, {}, by_length)];
      for (const std::size_t k : same) lengths[k] += lengths[k] == shortest && shortest < 2 ? 1 : 0;
      again = again || shortest < 2;
    }
  }
  std::vector<std::string> names;
  for (std::size_t k = 0; k < entries.size(); ++k) names.push_back(name_of(entries[k], lengths[k]));
  return names;
}

}  // namespace

Submissions submissions_in(const std::string& folder, const Rubric& rubric) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw std::invalid_argument(fmt::format("{} is no folder of submissions", one_line(folder)));
  Submissions out;
  std::vector<fs::path> entries = entries_of(folder);
  std::erase_if(entries, [&](const fs::path& entry) {
    const bool left = !fs::is_directory(entry) && !is_subject_file(entry.string());
    if (left) out.left_alone.push_back(one_line(entry.filename().string()));
    return left;
  });
  if (entries.empty())
    throw std::invalid_argument(fmt::format("{} has no submission: a file or a folder each is expected", folder));
  const std::vector<std::string> students = names_of(entries);
  for (std::size_t k = 0; k < entries.size(); ++k) out.all.push_back(submission_of(entries[k], students[k], rubric));
  std::ranges::sort(out.all, {}, &Submission::student);
  return out;
}

Submission only_submission(const std::string& path, const Rubric& rubric) {
  std::error_code error;
  if (!fs::exists(path, error)) throw std::invalid_argument(fmt::format("{}: there is no such file", one_line(path)));
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path named = whole.has_filename() ? whole : whole.parent_path();
  return submission_of(path, fs::is_directory(path) ? named.filename() : named.stem(), rubric);
}

std::string file_name_of(const std::string& student) {
  constexpr std::size_t most = 150, digits = 8;
  static const std::regex like_ours(".*-[0-9a-f]{8}");
  const std::string plain = plain_file_name(student.substr(0, most));
  const bool stays =
      plain == student && !plain.empty() && !plain.starts_with(".") && !std::regex_match(plain, like_ours);
  return stays ? plain : fmt::format("{}-{}", plain, sha256(student).substr(0, digits));
}

}  // namespace attncheck
