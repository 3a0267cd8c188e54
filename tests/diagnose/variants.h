#pragma once
// variants.h: files with one mistake each, written in other styles than ours, and what they say of themselves:
//   // Is: scale/inverted, scale     names of faults or families, one of which the diagnosis must give; or none
//   // Says: 0.125                   what a sentence with a measured number must hold, when there is such a line
// Used by variants_test.cpp. A name of faults/ that this build does not have does not count; when none of the names
// counts, the mistake is an unknown one, and must not be given another's name.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "diagnose/diagnose.h"
#include "fault/table.h"
#include "subject/spec.h"

namespace attncheck {

struct Variant {
  std::string name;  // of its test
  std::string path;
};

inline std::ostream& operator<<(std::ostream& out, const Variant& variant) { return out << variant.path; }

inline std::string test_name(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

/// The C and C++ files of a folder of the project, by name.
inline std::vector<Variant> files_of(const std::string& folder) {
  std::vector<Variant> files;
  for (const auto& file : std::filesystem::directory_iterator(ATTNCHECK_SOURCE_DIR "/" + folder))
    files.push_back({test_name(file.path().stem().string()), file.path().string()});
  std::ranges::sort(files, {}, &Variant::name);
  return files;
}

/// The text after `// key: ` in the file, or nothing.
inline std::string told(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("// ");)
    if (line.starts_with("// " + key + ": ")) return line.substr(key.size() + 5);
  return "";
}

inline bool is_known(const std::string& name) {
  const auto faults = all_faults();
  return name.find('/') == std::string::npos ||
         std::ranges::any_of(faults, [&](const Fault* fault) { return fault->id() == name; });
}

/// The names in the line `Is` that this build can give.
inline std::vector<std::string> expected_names(const std::string& path) {
  std::vector<std::string> names;
  std::istringstream words(told(path, "Is"));
  for (std::string word; std::getline(words >> std::ws, word, ',');)
    if (word != "none" && is_known(word)) names.push_back(word);
  return names;
}

/// In the first dtype the subject offers unless one is given, without counterexamples of a run.
inline std::optional<Diagnosis> diagnosis_of(const std::string& spec, std::optional<DType> dtype = std::nullopt) {
  std::ostringstream log;
  const auto subject = open_subject(spec, log);
  DiagnosisParams params;
  params.dtype = dtype.value_or(subject->dtypes()[0]);
  params.seed = 20170612;
  return diagnose(*subject, params);
}

}  // namespace attncheck
