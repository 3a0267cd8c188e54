#pragma once
// problem_gen.h: problems as a RapidCheck generator: the size is the ordinal of the case, so that what is covered is
// decided by the schedule and not by chance.
// Used by the engine and behind attncheck/rapidcheck.h.
// Errors: std::invalid_argument when the limits leave no problem that the spec allows.
#include <rapidcheck.h>

#include <memory>

#include "attncheck/rapidcheck.h"
#include "draw/engine.h"

namespace attncheck {

/// Problems as `spec` asks, within `limits`, that shrink as shrink.h says.
rc::Gen<Problem> problem_gen(const ProblemSpec& spec, DType dtype, const DrawLimits& limits);

/// 0 .. count - 1, shrinking towards 0.
rc::Gen<Index> index_gen(Index count);

/// Any 64 bits, shrinking towards 0.
rc::Gen<std::uint64_t> seed_gen();

}  // namespace attncheck
