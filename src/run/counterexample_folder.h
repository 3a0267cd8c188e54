#pragma once
// counterexample_folder.h: saves every finding as soon as its property is done, and reads what was saved before.
// Used by `attncheck check` and `attncheck gate`. Errors: std::invalid_argument when the folder cannot be written,
// before the run; a file that cannot be written during the run is said on `err` and the run goes on.
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/problem_json.h"
#include "run/result.h"

namespace attncheck {

/// fault:scale/missing -> fault_scale_missing; a path -> its last part: what files of a subject begin with.
std::string short_file_name(const std::string& subject);
/// Every character that may not stand in the name of a file becomes _.
std::string plain_file_name(std::string text);

struct FolderOptions {
  std::string path;     // empty: saves nothing
  std::string subject;  // as the files name it
  std::string begins;   // what the names of its files begin with
  std::uint64_t seed = 0;
  std::string otherwise = "--save DIR or --no-save";  // what the user can do when the folder cannot be written
};

class CounterexampleFolder {
 public:
  explicit CounterexampleFolder(FolderOptions options);
  ~CounterexampleFolder();  // removes the folder when it was made here and nothing was saved
  CounterexampleFolder(const CounterexampleFolder&) = delete;
  CounterexampleFolder& operator=(const CounterexampleFolder&) = delete;

  /// `profile`: what the property was judged by.
  void save(const PropertyResult& property, const std::string& profile, std::ostream& err);

  /// Where finding k was saved.
  std::optional<std::string> file_of(const PropertyResult& property, std::size_t k) const;

 private:
  std::string file_name(const PropertyResult& property, std::size_t k) const;

  FolderOptions options_;
  bool made_here_ = false;
  std::map<std::string, bool> saved_;
};

/// A file of a folder, and what is in it or why it cannot be read.
struct SavedFile {
  std::string path;
  std::optional<Counterexample> counterexample;
  std::string error;
};

/// Every *.json of the folder in the order of their names; nothing when there is no folder.
std::vector<SavedFile> saved_counterexamples(const std::string& folder);

}  // namespace attncheck
