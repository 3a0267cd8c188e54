#pragma once
// sample.h: the problems that are timed.
// Used by the table and by the runs of many problems. Errors: none.
#include <cstdint>
#include <string>

#include "attncheck/problem.h"

namespace attncheck::bench {

struct Sample {
  Problem problem;  // not causal
  Tensor output;    // of a correct float32 kernel: what the oracle is asked to judge
};

enum class Kind { gaussian, integer_grid };

/// tokens n, head_dim = value_dim = d.
Sample draw_sample(Kind kind, DType dtype, Index n, Index d, std::uint64_t seed);

/// What a correct subject answers: attention row by row in float32.
Tensor float32_output(const Problem& problem);

}  // namespace attncheck::bench
