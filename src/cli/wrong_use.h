#pragma once
// wrong_use.h: thrown for a command line that cannot be obeyed; what() is the one line the user reads. Exit code 2.
// Used by all verbs; caught in main.
#include <stdexcept>

namespace attncheck {

class WrongUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attncheck
