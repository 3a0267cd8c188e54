#pragma once
// families.h: random problems of many families, and the small problems earlier searches ended with.
// Used by the attacks on the error bound: where a search starts, and what its figures are compared with.
// Errors: std::runtime_error when starts.txt cannot be read or does not parse.
#include <string>
#include <vector>

#include "attncheck/problem.h"
#include "attncheck/random.h"
#include "tests/attacks/kernels.h"

namespace attncheck::attacks {

/// Names of the families: gaussian, large logits, cancelling values, ...
const std::vector<std::string>& families();

/// A problem of the family of this number, rounded to what the kernel may be given. Row 0 is the one that counts.
Problem draw(std::size_t family, const Shape& shape, const Kernel& kernel, Random& random);

/// One problem a line of starts.txt: kernel, kernel " with any logits", or kernel " without " what its judge leaves
/// out; tokens head_dim value_dim; query row 0, keys and values.
struct Start {
  std::string kernel;
  Problem problem;
};
std::vector<Start> read_starts(const std::string& path);
std::string to_line(const Start& start);

/// The problems that tests/attacks/starts.txt keeps under a name.
std::vector<Problem> kept_starts(const std::string& name);

}  // namespace attncheck::attacks
