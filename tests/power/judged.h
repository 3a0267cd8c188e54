#pragma once
// judged.h: runs the built attncheck on a subject and reads its JSON report.
// Used by the tests that judge whole subjects: power, slow and end_to_end.
// Errors: a report that cannot be read leaves exit_code and text for the message and no properties.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace attncheck::power {

/// The outcome of one property, as the report has it.
struct Result {
  std::string id;
  std::string outcome;
  std::string message;     // of the first finding
  nlohmann::json problem;  // of the first finding; null when there is none
};

struct Judged {
  int exit_code = -1;
  std::string text;  // all that was printed
  std::vector<Result> results;

  /// The properties that speak against the subject, in the order in which they were judged.
  std::vector<Result> against() const {
    std::vector<Result> found;
    for (const Result& result : results)
      for (const char* outcome : {"falsified", "crashed", "timed_out", "out_of_memory"})
        if (result.outcome == outcome) found.push_back(result);
    return found;
  }
};

inline std::string read_file(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A folder of the test that is running.
inline std::filesystem::path own_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  for (char& c : name)
    if (c == '/') c = '.';
  return std::filesystem::path(testing::TempDir()) / ("attncheck-" + name);
}

inline std::vector<Result> read_results(const std::filesystem::path& report) {
  std::vector<Result> results;
  const auto json = nlohmann::json::parse(read_file(report), nullptr, false);
  if (json.is_discarded()) return results;
  for (const auto& property : json.at("properties")) {
    Result result{property.at("id"), property.at("outcome"), "", nullptr};
    if (!property.at("findings").empty()) {
      result.message = property["findings"][0].at("message");
      result.problem = property["findings"][0].at("problem");
    }
    results.push_back(result);
  }
  return results;
}

/// `attncheck check SUBJECT OPTIONS`, without saving counterexamples and without a diagnosis. Tests run beside each
/// other.
inline Judged judge(const std::string& subject, const std::string& options = "") {
  const std::filesystem::path folder = own_folder();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string command = "'" ATTNCHECK_BINARY_DIR "/attncheck' check '" + subject +
                              "' --jobs 1 --no-save --no-diagnosis --json '" + (folder / "report.json").string() +
                              "' " + options + " >'" + (folder / "printed.txt").string() + "' 2>&1 </dev/null";
  const int status = std::system(command.c_str());
  Judged judged;
  judged.exit_code = status % 256 == 0 ? status / 256 : -1;
  judged.text = read_file(folder / "printed.txt");
  judged.results = read_results(folder / "report.json");
  std::filesystem::remove_all(folder);
  return judged;
}

/// At effort quick, and where that finds nothing at effort default.
inline Judged judge_harder(const std::string& subject, const std::string& options) {
  Judged judged = judge(subject, options + " --effort quick");
  return judged.exit_code == 1 ? judged : judge(subject, options + " --effort default");
}

}  // namespace attncheck::power
