#pragma once
// folder.h: a folder of our own for what is compiled or written for a subject.
// Errors: SubjectError (cannot_start) when no folder can be made or given to another user.
#include <sys/types.h>

#include <string>

namespace attncheck {

/// Removed with this object, and everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Copies `file` into it, for everybody to read, and returns where it is. `beside`: also the files and folders that
  /// lie beside it, but for links, for what begins with a dot, and for what is here already.
  std::string take_copy(const std::string& file, bool beside = false) const;

 private:
  std::string path_;
};

/// What somebody else wrote must not make us read for him what he may not: a link throws SubjectError (wrong_name).
void require_no_link(const std::string& file);

/// Everybody may read what is in it.
void open_to_all(const std::string& folder);

/// `user` may write into `folder` from now on, and nobody else but root, who alone can give it.
void give(const std::string& folder, uid_t user);

}  // namespace attncheck
