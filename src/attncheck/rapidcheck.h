#pragma once
// rapidcheck.h: problems in RapidCheck's own vocabulary, for authors who know it.
// In a property body `check.draw(rc::Gen<T>)`, RC_ASSERT, RC_TAG and RC_CLASSIFY work once this is included; outside of
// one, rc::check([](const Problem& problem) { ... }) draws and shrinks problems. Implemented in src/draw.
// Errors: std::invalid_argument when no problem is as `spec` asks.
#include <rapidcheck.h>

#include <ostream>

#include "attncheck/property.h"

namespace attncheck {

/// Problems as `spec` asks. The size RapidCheck gives is the ordinal in the schedule: 0 is the smallest problem.
rc::Gen<Problem> arbitrary_problem(const ProblemSpec& spec = {}, DType dtype = DType::float32);

/// The shape, the family and the three tensors, row by row; long ones are cut.
void showValue(const Problem& problem, std::ostream& out);

}  // namespace attncheck

namespace rc {

template <>
struct Arbitrary<attncheck::Problem> {
  static Gen<attncheck::Problem> arbitrary() { return attncheck::arbitrary_problem(); }
};

}  // namespace rc
