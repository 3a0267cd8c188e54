#pragma once
// shared_library.h: the C functions of attncheck/abi.h in a shared library, found in the child with dlopen.
// Used by spec.cpp. Errors: SubjectError for a path that cannot be a library; whatever the library does when it is
// loaded happens in the child.
#include <string>

#include "subject/child_subject.h"
#include "subject/spec.h"

namespace attncheck {

/// Throws SubjectError: wrong_name when there is no file at `path`, cannot_start when it is not an ELF file.
void require_library(const std::string& path);

/// Loads the library at `path`, which must be absolute.
Loader library_loader(const std::string& path, const EntryNames& entry = {});

}  // namespace attncheck
