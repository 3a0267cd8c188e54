#pragma once
// shared_library.h: the C functions of attncheck/abi.h in a shared library, found in the child with dlopen.
// Used by the host, and by spec.cpp. Errors: SubjectError for a path that cannot be a library; whatever the library
// does when it is loaded happens in the child.
#include <string>

#include "child/raw_call.h"

namespace attncheck {

/// What the functions of a library are called when they are not attention and attention_f64. When one is named the
/// other is not looked for unless it is named too.
struct EntryNames {
  std::string float32;
  std::string float64;
  bool is_named() const { return !float32.empty() || !float64.empty(); }
};

/// Throws SubjectError: wrong_name when there is no file at `path`, cannot_start when it is not an ELF file.
void require_library(const std::string& path);

/// Loads the library at `path`, which must be absolute.
Loader library_loader(const std::string& path, const EntryNames& entry = {});

}  // namespace attncheck
