#pragma once
// plain.h: attention in plain scalar float64: the unit in which every other time is given.
// Used by the table, and checked like every tier. Its file is compiled with -O2 and without vectorisation; sums run in
// the order they are written, exp is std::exp, and no memory is allocated once `row` has been used.
// Shapes: n = visible keys of row i; output [value_dim]. Errors: none. Source: definition.h of reference, in double.
#include <span>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck::bench {

struct PlainRow {
  std::vector<double> logits;        // [n]
  std::vector<double> exponentials;  // [n] of logit - (largest logit)
};

void plain_attention(const Problem& problem, Index i, PlainRow& row, std::span<double> output);

}  // namespace attncheck::bench
