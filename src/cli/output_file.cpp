#include "cli/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "cli/wrong_use.h"

namespace attncheck {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) { write(""); }

void OutputFile::write(const std::string& text) const {
  if (!wanted()) return;
  errno = 0;
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw WrongUse(fmt::format("{} cannot be written: {}", path_, std::strerror(errno == 0 ? EIO : errno)));
}

bool OutputFile::write_or_say(const std::string& text, std::ostream& err) const {
  try {
    write(text);
    return true;
  } catch (const WrongUse& error) {
    err << "attncheck: " << error.what() << '\n';
    return false;
  }
}

}  // namespace attncheck
