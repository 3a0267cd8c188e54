#pragma once
// values.h: the value families: named ways to fill query and key (the logits), and value.
// Used by the schedule and by build_problem. Adding a family is one function and one row of the table in values.cpp.
// A fill gets a zeroed problem of any valid shape and writes query and key (logit family) or value (value family); what
// it writes is rounded to the dtype afterwards, and build_problem keeps logits and sums inside the range of the dtype.
// Why these families: each shows a kind of mistake the others hide (magnitude crossed with structure along the keys).
#include <span>
#include <string_view>

#include "attncheck/problem.h"
#include "attncheck/random.h"

namespace attncheck {

struct Family {
  std::string_view name;
  std::string_view promise;  // one sentence, true of every problem it fills, at its own size
  void (*fill)(Problem&, Random&);
  bool any_size = false;  // a structure that is kept when all logits are multiplied: it is asked at several sizes
};

std::span<const Family> logit_families();
std::span<const Family> value_families();

/// The family called `name`. Throws std::logic_error when there is none.
const Family& family_called(std::span<const Family> families, std::string_view name);

}  // namespace attncheck
