#pragma once
// truth.h: the reference for programs of other people: is this the attention of that problem?
// Used by authors of RapidCheck or GoogleTest properties of their own (attncheck/rapidcheck.h), who run their attention
// themselves; in a property of attncheck, Check does this. Link attncheck::suite.
// Errors: std::invalid_argument for a shape that does not fit and an unknown profile; nothing for a wrong number.
#include <memory>
#include <string>

#include "attncheck/oracle.h"
#include "attncheck/problem.h"

namespace attncheck {

/// Empty when one honest arithmetic of the profile explains every element of `output` [tokens, value_dim]; else one
/// line: the worst element, what it should be, and by how much the bound is exceeded.
/// Cost O(tokens^2 (head_dim + members * value_dim)); float64 problems are computed with arbitrary precision.
std::string beyond_bound(const Problem& problem, const Tensor& output, const std::string& profile = "any");

/// The oracle itself, for rows, weights and radii (attncheck/oracle.h).
std::unique_ptr<Oracle> oracle_for(DType dtype, const std::string& profile = "any");

}  // namespace attncheck
