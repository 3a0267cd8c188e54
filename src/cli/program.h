#pragma once
// program.h: the command line as a function: attncheck itself, or a program with somebody's attention linked in.
// Used by src/main. Returns the exit code (docs/formats.md); every complaint is one line on standard error.
#include <string>

#include "attncheck/function.h"

namespace attncheck {

struct Program {
  std::string name = "attncheck";            // as the user calls it, for the commands a report shows
  const LinkedFunction* function = nullptr;  // the subject, when the program carries one: then no other is named
};

int run_program(int argc, char** argv, const Program& program);

}  // namespace attncheck
