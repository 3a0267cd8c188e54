#pragma once
// compile.h: a compiler run on a file of other people, which may be written to hang it, to fill the disk with its
// messages or to read what is not theirs. Used for subjects, properties and faults.
// Errors: SubjectError with command and messages: cannot_start when it does not compile, machine when the compiler is
// not there or has no room to work.
#include <memory>
#include <ostream>
#include <string>

#include "process/wall.h"

namespace attncheck {

/// Compiles `source` by `command`, which a shell reads, and writes command and messages to `log`. Behind `wall`, where
/// there is one, it reaches what `reach` says.
void compile(const std::string& source, const std::string& command, const std::shared_ptr<Wall>& wall,
             const Reach& reach, std::ostream& log);

}  // namespace attncheck
