#pragma once
// spec.h: from what the user typed to a subject.
//   builtin:row|matrix|online     a compact attention of src/attention
//   fault:GROUP/NAME              attention that is wrong on purpose
//   lib:PATH.so or PATH.so        a shared library that exports attention or attention_f64 (attncheck/abi.h)
//   PATH.c .cc .cpp               compiled with the system compiler, then loaded
//   cmd:PROGRAM ARGUMENTS         any program that speaks the protocol of docs/formats.md
//   PATH.py .mjs .js .cjs .rs .java   run with the shim of its language
#include <memory>
#include <ostream>
#include <string>

#include "attncheck/subject.h"
#include "child/shared_library.h"
#include "process/wall.h"

namespace attncheck {

/// How a subject is opened and run.
struct Opening {
  Limits limits{};
  EntryNames entry{};  // of a file
  WallChoice wall{};   // all code of the subject is compiled and run behind it
};

/// Does open_subject take a file of this name?
bool is_subject_file(const std::string& path);

/// Opens a subject and starts it once. `log` receives the compiler's command line and messages.
/// Throws SubjectError: wrong_name (unknown scheme, missing file, unknown builtin or fault) or
/// cannot_start (does not compile, does not load, exports neither function, dies at start, no wall can be built).
std::unique_ptr<Subject> open_subject(const std::string& spec, std::ostream& log, const Opening& opening = {});

}  // namespace attncheck
