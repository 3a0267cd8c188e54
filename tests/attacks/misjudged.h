#pragma once
// misjudged.h: kernels judged by an arithmetic that leaves out one of the things they do.
// Used to show that every term of the bound is needed: an attack must get beyond the bound. Errors: none.
#include <string>
#include <vector>

#include "tests/attacks/kernels.h"

namespace attncheck::attacks {

struct Misjudged {
  std::string without;
  std::string kernel;
  void (*change)(Arithmetic&);
};

const std::vector<Misjudged>& all_misjudged();

/// "fused exp2 without fused exp2": the name its starts are kept under.
std::string name_of(const Misjudged& misjudged);

/// The kernel's arithmetic with the change made.
Arithmetic judged_without(const Misjudged& misjudged);

}  // namespace attncheck::attacks
