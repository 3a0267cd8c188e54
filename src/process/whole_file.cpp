#include "process/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace attncheck {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw std::runtime_error(fmt::format("{} cannot be {}: {}", path, what, std::generic_category().message(errno)));
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(file, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

/// The name is safe only when the folder is.
void keep_name(const fs::path& path) {
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

}  // namespace

void write_whole(const std::string& path, std::string_view text, unsigned permissions) {
  const fs::path whole(path);
  const std::string next = (whole.parent_path() / fmt::format(".{}.{}", whole.filename().string(), getpid())).string();
  unlink(next.c_str());  // of one that was never finished, whatever lies there now
  const int file = open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
  if (file < 0) fail(path, "written");
  const bool written = write_all(file, text) && fsync(file) == 0;
  const int why = errno;
  close(file);
  if (!written || rename(next.c_str(), path.c_str()) != 0) {
    if (!written) errno = why;
    const int reason = errno;
    unlink(next.c_str());
    errno = reason;
    fail(path, "written");
  }
  keep_name(whole);
}

std::string read_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in || text.bad()) throw std::invalid_argument(fmt::format("{}: cannot be read", path));
  return text.str();
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw std::runtime_error(fmt::format("{} cannot be made: {}", path, error.message()));
}

FolderLock::FolderLock(const std::string& folder, const std::string& part) {
  make_folder(folder);
  const std::string path = folder + "/.lock" + part;
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) fail(path, "written");
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  const bool taken = errno == EWOULDBLOCK;
  close(file_);
  if (taken) throw std::runtime_error(fmt::format("{} is being written by another attncheck", folder));
  fail(path, "locked");
}

FolderLock::~FolderLock() { close(file_); }

}  // namespace attncheck
