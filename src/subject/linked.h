#pragma once
// linked.h: a function of the program itself as a subject.
// Used by programs of attncheck::main and by attncheck/gtest.h.
// Errors: SubjectError (cannot_start) when the first child does not come up.
#include <memory>

#include "attncheck/function.h"
#include "attncheck/subject.h"

namespace attncheck {

/// Every call runs in a child process, forked before the first one.
std::unique_ptr<Subject> open_linked(const LinkedFunction& function, const Limits& limits);

/// Every call runs in this process, for a debugger. Seen as before: elements not written, inputs changed, guard words
/// overwritten, the floating-point mode. Not seen: reads outside the buffers; a crash, a hang or a flood of memory is
/// this process's own. `restart` restarts nothing.
std::unique_ptr<Subject> open_linked_here(const LinkedFunction& function);

}  // namespace attncheck
