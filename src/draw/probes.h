#pragma once
// probes.h: designed problems on which the bound of a correct subject is nearly zero, so that small faults show.
// Used by the schedule when ProblemSpec::probes is set. Adding a probe is one function and one row in probes.cpp.
// Why: on Gaussian inputs the bound that holds for every order of summation is hundreds of ulps wide; where sums are
// exact, weights are all equal or one key carries everything, it is a few ulps, and one wrong rounding or one lost key
// shows.
#include <span>
#include <string_view>
#include <vector>

#include "attncheck/problem.h"
#include "attncheck/random.h"

namespace attncheck {

struct Probe {
  std::string_view name;
  std::string_view promise;
  std::vector<Index> tokens;        // sizes it is made for, used in turn
  std::vector<Index> head_dims;     // the same
  Index value_dim;                  // 0: as many as tokens
  void (*fill)(Problem&, Random&);  // fills query, key and value of any valid shape
};

std::span<const Probe> probes();

}  // namespace attncheck
