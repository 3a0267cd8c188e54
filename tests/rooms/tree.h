#pragma once
// tree.h: the project's own files as text.
// Used by the tests of this folder. Paths are relative to the project root, with '/'.
// Errors: std::runtime_error when the project root has no file.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attncheck::tree {

struct File {
  std::string path;
  std::string text;

  bool in(std::string_view folder) const { return path.starts_with(std::string(folder) + "/"); }
  std::ptrdiff_t lines() const { return std::count(text.begin(), text.end(), '\n'); }
};

inline bool is_left_out(const std::filesystem::path& relative) {
  const std::string first = relative.begin()->string();
  return first == ".git" || first.starts_with("build") || first == "attncheck-counterexamples";
}

inline File read_file(const std::filesystem::path& root, const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {path.lexically_relative(root).generic_string(), {std::istreambuf_iterator<char>(in), {}}};
}

inline std::vector<File> read_tree(const std::filesystem::path& root) {
  std::vector<File> found;
  for (auto entry = std::filesystem::recursive_directory_iterator(root), end = std::filesystem::end(entry);
       entry != end; ++entry) {
    const bool left_out = is_left_out(entry->path().lexically_relative(root));
    if (left_out && entry->is_directory()) entry.disable_recursion_pending();
    if (!left_out && entry->is_regular_file()) found.push_back(read_file(root, entry->path()));
  }
  if (found.empty()) throw std::runtime_error("no file under " + root.string());
  std::sort(found.begin(), found.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return found;
}

/// Every file of the project, sorted by path. Read once.
inline const std::vector<File>& files() {
  static const std::vector<File> all = read_tree(ATTNCHECK_SOURCE_DIR);
  return all;
}

inline bool is_source(const File& file) {
  return file.path.ends_with(".h") || file.path.ends_with(".cpp") || file.path.ends_with(".c");
}

/// All C and C++ files below `folder`.
inline std::vector<File> sources(std::string_view folder) {
  std::vector<File> found;
  std::copy_if(files().begin(), files().end(), std::back_inserter(found),
               [&](const File& file) { return is_source(file) && file.in(folder); });
  return found;
}

/// `text` with comments blanked; what stands in quotes stays.
inline std::string without_comments(const std::string& text) {
  static const std::regex comment(R"(("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*[^]*?\*/)");
  return std::regex_replace(text, comment, "$1");
}

/// First group of every match, or the whole match when the pattern has no group.
inline std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    found.push_back((*match)[pattern.mark_count() > 0 ? 1 : 0]);
  }
  return found;
}

/// What a text includes: attncheck/shape.h, vector, ...
inline std::vector<std::string> includes(const std::string& text) {
  static const std::regex include(R"((?:^|\n)[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"])");
  return matches(text, include);
}

}  // namespace attncheck::tree
