#pragma once
// output_file.h: a file that will be written at the end of a run, found writable before the run starts.
// Used by check, gate and judge for --json and --junit. Errors: WrongUse naming the file and the reason.
#include <ostream>
#include <string>

namespace attncheck {

class OutputFile {
 public:
  /// Nothing to write when `path` is empty. An existing file is emptied: what an earlier run wrote must not be taken
  /// for the result of one that did not finish.
  explicit OutputFile(std::string path);

  bool wanted() const { return !path_.empty(); }
  void write(const std::string& text) const;
  /// The same at the end of a run, whose result must not be lost: false when it could not, which is said on `err`.
  bool write_or_say(const std::string& text, std::ostream& err) const;

 private:
  std::string path_;
};

}  // namespace attncheck
