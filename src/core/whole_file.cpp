#include "core/whole_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace attncheck {

void write_whole(const std::string& path, const std::string& text) {
  const std::string beside = path + ".partial";
  errno = 0;
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  std::error_code error;
  if (file)
    std::filesystem::rename(beside, path, error);
  else
    error = std::error_code(errno == 0 ? EIO : errno, std::generic_category());
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  throw std::invalid_argument(fmt::format("{}: cannot be written: {}", path, error.message()));
}

}  // namespace attncheck
