#pragma once
// corpus.h: the subjects that the suite's power is measured on: files of this folder and the project's own faults.
// Used by the tests of power and slow. correct/ holds right attentions in unusual styles, wrong/ mistakes as people
// make them. A wrong file opens with // lines that say what is wrong and what the report must say first:
//   // Wrong: the logits are not divided by sqrt(head_dim).
//   // Notices: scaling/*            globs, one of which the first property against the subject must match
//   // Outcome: falsified            the outcome of that property; falsified when there is no such line
//   // Options: --properties shape/* further options of the run, when there is such a line
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "fault/table.h"
#include "tests/power/judged.h"

namespace attncheck::power {

struct Subject {
  std::string name;  // a test's name
  std::string spec;  // what attncheck is given
};

inline std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.spec; }

inline std::string test_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

inline std::vector<Subject> sorted(std::vector<Subject> subjects) {
  std::sort(subjects.begin(), subjects.end(), [](const Subject& a, const Subject& b) { return a.name < b.name; });
  return subjects;
}

/// The files of tests/power/FOLDER.
inline std::vector<Subject> files_of(const std::string& folder) {
  std::vector<Subject> subjects;
  for (const auto& file : std::filesystem::directory_iterator(ATTNCHECK_SOURCE_DIR "/tests/power/" + folder))
    subjects.push_back({test_name(file.path().stem().string()), file.path().string()});
  return sorted(subjects);
}

/// fault:GROUP/NAME for every file of the project's faults/.
inline std::vector<Subject> faults() {
  const std::filesystem::path root = ATTNCHECK_SOURCE_DIR "/faults";
  std::vector<Subject> subjects;
  for (const auto& file : std::filesystem::recursive_directory_iterator(root)) {
    if (file.path().extension() != ".cpp") continue;
    const std::string id = file.path().lexically_relative(root).replace_extension().generic_string();
    subjects.push_back({test_name(id), "fault:" + id});
  }
  return sorted(subjects);
}

/// The fault whose subject this is.
inline const Fault& fault_of(const Subject& subject) {
  for (const Fault* fault : all_faults())
    if (subject.spec == "fault:" + fault->id()) return *fault;
  throw std::logic_error("there is no " + subject.spec);
}

/// "--dtype float32", unless only float64 shows the fault.
inline std::string dtype_option(const Fault& fault) {
  return "--dtype " + std::string(info(fault.card().shows_on().dtype).name);
}

/// What a wrong file says of itself.
struct Expected {
  std::vector<std::string> notices;
  std::string outcome = "falsified";
  std::string options;
};

inline std::vector<std::string> split_globs(const std::string& text) {
  std::vector<std::string> globs;
  std::stringstream words(text);
  for (std::string word; words >> word;) globs.push_back(word.substr(0, word.find(',')));
  return globs;
}

inline Expected expected_of(const std::string& path) {
  Expected expected;
  std::stringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    const std::string text = line.substr(std::min(line.size(), line.find(": ") + 2));
    if (line.starts_with("// Notices: ")) expected.notices = split_globs(text);
    if (line.starts_with("// Outcome: ")) expected.outcome = text;
    if (line.starts_with("// Options: ")) expected.options = text;
  }
  return expected;
}

inline std::string name_of(const testing::TestParamInfo<Subject>& info) { return info.param.name; }

}  // namespace attncheck::power
