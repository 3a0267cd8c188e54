#pragma once
// kernels.h: correct kernels, each with the arithmetic that says exactly how it computes.
// Used by the attacks on the error bound. Errors: std::out_of_range for an unknown name.
// A kernel expects inputs that are numbers of its arithmetic's input storage.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "attncheck/problem.h"
#include "reference/arithmetic.h"

namespace attncheck::attacks {

struct Kernel {
  std::string name;
  DType dtype = DType::float32;
  Arithmetic arithmetic;
  Index keys = 12;                                                // attacked with up to so many
  std::function<std::vector<double>(const Problem&, Index)> row;  // [value_dim] output of row i
};

const std::vector<Kernel>& all_kernels();
const Kernel& kernel(std::string_view name);

/// The output of all rows. [tokens, value_dim]
Tensor run(const Kernel& kernel, const Problem& problem);

/// Every element rounded to a finite number that the kernel's inputs may hold.
void round_to_inputs(Problem& problem, const Kernel& kernel);

}  // namespace attncheck::attacks
