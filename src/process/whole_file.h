#pragma once
// whole_file.h: files that are there whole or not at all, whatever ends this process; and a folder that only one
// process writes. Errors: std::runtime_error with the path and the reason.
#include <string>
#include <string_view>

namespace attncheck {

/// Whoever looks at `path`, after a loss of power too, sees what was there before or all of `text`.
/// `permissions` as of open(2).
void write_whole(const std::string& path, std::string_view text, unsigned permissions = 0666);

/// All that is in a file. Throws std::invalid_argument when it cannot be read.
std::string read_whole(const std::string& path);

/// With those above it, unless it is there.
void make_folder(const std::string& path);

/// From now on no other process has this folder. The system gives it back when this one ends, however it ends.
class FolderLock {
 public:
  /// Makes the folder when there is none. `part`: of several that are locked by themselves.
  explicit FolderLock(const std::string& folder, const std::string& part = "");
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace attncheck
