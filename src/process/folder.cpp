#include "process/folder.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "attncheck/subject.h"
#include "process/command.h"

namespace attncheck {

TemporaryFolder::TemporaryFolder() : path_(from_environment("TMPDIR", "/tmp") + "/attncheck-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr)
    throw SubjectError(SubjectError::Kind::machine,
                       fmt::format("no temporary folder {} can be made: {}; TMPDIR says where", path_,
                                   std::generic_category().message(errno)));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

void require_no_link(const std::string& file) {
  if (!std::filesystem::is_symlink(file)) return;
  throw SubjectError(SubjectError::Kind::wrong_name,
                     file + ": is a symbolic link, which is not followed for code behind a wall");
}

namespace {

void copy_beside(const std::filesystem::path& file, const std::filesystem::path& to) {
  namespace fs = std::filesystem;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::absolute(file).parent_path())) {
    const fs::path name = entry.path().filename();
    if (name == file.filename() || name.string().starts_with(".") || entry.is_symlink()) continue;
    if (entry.is_directory() || entry.is_regular_file())
      fs::copy(entry.path(), to / name,
               fs::copy_options::recursive | fs::copy_options::skip_symlinks | fs::copy_options::skip_existing);
  }
}

}  // namespace

std::string TemporaryFolder::take_copy(const std::string& file, bool beside) const {
  namespace fs = std::filesystem;
  require_no_link(file);
  if (beside) copy_beside(file, path_);
  const fs::path copy = fs::path(path_) / fs::path(file).filename();
  std::error_code error;
  fs::copy_file(file, copy, error);
  if (!error) fs::permissions(copy, fs::perms{0644}, error);
  if (error)
    throw SubjectError(SubjectError::Kind::machine, fmt::format("{}: cannot be read: {}", file, error.message()));
  return copy.string();
}

/// Whatever umask it was written under. A link may lead anywhere, so none is followed.
void open_to_all(const std::string& folder) {
  namespace fs = std::filesystem;
  fs::permissions(folder, fs::perms{0755});
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_symlink()) continue;
    const bool runs = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    fs::permissions(entry.path(), fs::perms{runs ? 0755U : 0644U}, fs::perm_options::add);
  }
}

void give(const std::string& folder, uid_t user) {
  if (geteuid() != 0 || chown(folder.c_str(), user, static_cast<gid_t>(-1)) == 0) return;
  throw SubjectError(SubjectError::Kind::machine, fmt::format("{} cannot be given to another user: {}", folder,
                                                              std::generic_category().message(errno)));
}

}  // namespace attncheck
