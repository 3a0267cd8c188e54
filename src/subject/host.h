#pragma once
// host.h: the program that calls a shared library, started in a child process, behind a wall where there is one. A
// child that was only forked would have in its memory what the checker expects, and the seed. Used by child_process.cpp
// and spec.cpp. Errors: SubjectError (cannot_start) when there is no memory for the program.
#include <memory>
#include <string>
#include <vector>

#include "child/child_side.h"
#include "child/shared_library.h"
#include "process/wall.h"
#include "subject/child_subject.h"

namespace attncheck {

/// Calls the library at `path`, which is absolute. `kept` lives as long as it may be started.
ChildStart host_of(const std::string& path, const EntryNames& entry, std::shared_ptr<Wall> wall,
                   std::shared_ptr<const void> kept = nullptr);

/// In the child: becomes the host.
[[noreturn]] void run_host(const ChildSetup& setup, const Tenant& tenant);

}  // namespace attncheck
