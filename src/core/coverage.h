#pragma once
// coverage.h: what was asked of a subject: the range of every size, both sides of the flag, and how large logits
// became. Used by Check, which fills it, and by the reports. No errors.
#include "attncheck/problem.h"

namespace attncheck {

struct Coverage {
  Shape least{0, 0, 0};
  Shape most{0, 0, 0};
  Index causal = 0;       // calls
  Index not_causal = 0;   // calls
  double most_logit = 0;  // largest |query.key| / sqrt(head_dim) of a row with its own key and with the last

  /// The largest logit of this problem, measured so. Cost O(tokens head_dim).
  double add(const Problem& problem);
  void add(const Coverage& other);
  Index calls() const { return causal + not_causal; }
};

}  // namespace attncheck
