#pragma once
// child_subject.h: a subject whose every call runs in a child process.
// Used by spec.cpp for all kinds of subjects, and by tests. Buffers are dense and row-major in the dtype of the call.
// Errors: make_child_subject throws SubjectError (cannot_start) when the first child does not come up.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attncheck/subject.h"
#include "child/raw_call.h"
#include "process/wall.h"

namespace attncheck {

/// How a child comes to what it calls: by a program of its own, or, where there is no command, in a fork of this one.
struct ChildStart {
  Loader loader;
  std::vector<std::string> command;  // the host and what it is told; the first word is a full path
  Reach reach;                       // what the command needs
  std::shared_ptr<Wall> wall;
  std::shared_ptr<const void> kept;  // lives as long as a child may be started
  bool shares_nothing = false;       // several at once are as good as one: it has no threads, files or devices to share
};

std::unique_ptr<Subject> make_child_subject(std::string name, ChildStart start, const Limits& limits);
std::unique_ptr<Subject> make_child_subject(std::string name, Loader loader, const Limits& limits);
std::unique_ptr<Subject> make_child_subject(std::string name, std::vector<DType> dtypes, RawFunction function,
                                            const Limits& limits);

}  // namespace attncheck
