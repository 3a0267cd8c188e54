#pragma once
// compile.h: a C or C++ source file made into a shared library with the system compiler.
// Used by spec.cpp, and for files with a property or a fault. Errors: SubjectError: wrong_name when there is no such
// file, cannot_start with the compiler's messages, machine when the compiler or our own headers are missing.
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "process/folder.h"
#include "process/wall.h"

namespace attncheck {

/// The folder in which compiled files find "attncheck/abi.h", when it is neither beside the program nor in ../include
/// of it: for programs of other people. An empty text changes nothing.
void find_headers_in(const std::string& folder);

/// A shared library in a folder of its own, which is removed with this object.
class CompiledLibrary {
 public:
  /// `log` receives the command line and the compiler's messages. `flags` stand before those of the environment.
  CompiledLibrary(const std::string& source, std::ostream& log, const std::string& flags = "",
                  const std::shared_ptr<Wall>& wall = nullptr);

  const std::string& path() const { return path_; }

 private:
  std::optional<TemporaryFolder> folder_;
  std::string path_;
};

}  // namespace attncheck
