#pragma once
// output_file.h: the files for machines that a run writes at its end, found writable before it starts.
// Used by check, gate and judge for --json, --junit and --html. Errors: WrongUse naming the file and the reason.
#include <ostream>
#include <string>
#include <vector>

#include "cli/options.h"

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

/// What a run writes at its end; html is empty where it is not offered.
struct Reports {
  std::string json;
  std::string junit;
  std::string html;
};

/// --json, --junit and --html of a run that reads `inputs`: none may be one of them, nor two the same file.
class ReportFiles {
 public:
  ReportFiles(const CommandLine& line, const std::vector<std::string>& inputs);

  /// The exit code: `code`, or 2 where that is 0 and a file could not be written.
  int write(const Reports& reports, int code, std::ostream& err) const;
  bool wants_html() const { return html_.wanted(); }

 private:
  OutputFile json_;
  OutputFile junit_;
  OutputFile html_;
};

/// The files that the options of this command line name.
std::vector<std::string> inputs_of(const CommandLine& line);

}  // namespace attncheck
