#pragma once
// compile.h: a C or C++ source file made into a shared library with the system compiler.
// Used by spec.cpp. Errors: SubjectError: wrong_name when there is no such file, cannot_start with the compiler's
// messages.
#include <memory>
#include <ostream>
#include <string>

namespace attncheck {

/// A shared library in a folder of its own, which is removed with this object.
class CompiledLibrary {
 public:
  /// `log` receives the command line and the compiler's messages.
  CompiledLibrary(const std::string& source, std::ostream& log);
  ~CompiledLibrary();
  CompiledLibrary(const CompiledLibrary&) = delete;
  CompiledLibrary& operator=(const CompiledLibrary&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string folder_;
  std::string path_;
};

}  // namespace attncheck
