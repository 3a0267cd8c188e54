#include "process/standard_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace attncheck {

bool occupy_standard_files() {
  const bool printable = fcntl(STDOUT_FILENO, F_GETFD) != -1;
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(file, F_GETFD) == -1 && open("/dev/null", O_RDWR) != file)
      throw std::system_error(errno, std::generic_category(), "/dev/null");
  return printable;
}

}  // namespace attncheck
