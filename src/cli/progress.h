#pragma once
// progress.h: one line on a terminal that is written over again and again; nothing anywhere else.
// Used by the verbs that take long. No errors.
#include <filesystem>
#include <ostream>
#include <string>

namespace attncheck {

class Progress {
 public:
  explicit Progress(std::ostream& err) : err_(err) {
    std::error_code error;
    shown_ = std::filesystem::is_character_file("/proc/self/fd/2", error) && !error;
  }
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& line) {
    if (shown_) err_ << "\r\x1b[K" << line << std::flush;
  }
  void clear() { show(""); }

 private:
  std::ostream& err_;
  bool shown_ = false;
};

}  // namespace attncheck
