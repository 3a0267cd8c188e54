#pragma once
// fault.h: attention that is wrong on purpose. One file in faults/<group>/<name>.cpp is at once a subject
// (fault:<group>/<name>), a mistake the properties must catch, and a candidate explanation of somebody's mistake.
//
// Two shapes. A step fault replaces one step of the plain attention below:
//   ATTNCHECK_FAULT(scale, missing, "the logits are not divided by sqrt(head_dim)") {
//     steps.scale = [](const Shape&) { return 1.0; };
//     steps.shows_on = [] { return small_problem({{1, 1}, {1, 1}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
//   }
// A whole fault gives `steps.whole`, its own attention with the mistake in it. Both say on which small problem they
// show. Source of the steps: Milakov, Gimelshein, Online normalizer calculation for softmax, alg. 3.
#include <functional>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

/// Attention cut at its joints, computed tile by tile along the keys (online softmax). Each step has its right default.
/// Every number a step takes or returns is rounded to the problem's dtype, and all arithmetic between the steps is done
/// in it. The running sums are relative to exp(shift): true sum = sum * exp(shift).
struct Steps {
  std::function<double(const Shape&)> scale;                                 // 1 / sqrt(head_dim)
  std::function<bool(const Problem&, Index i, Index j)> visible;             // does row i see key j
  std::function<double(double logit)> hidden_logit;                          // the logit of a hidden key: -inf
  std::function<double()> max_start;                                         // the running max before any key: -inf
  std::function<double(double max)> shift;                                   // what is subtracted before exp: the max
  std::function<double(double old_shift, double new_shift)> rescale_sum;     // exp(old - new)
  std::function<double(double old_shift, double new_shift)> rescale_output;  // exp(old - new)
  std::function<double(const Problem&, Index i, Index j, double weight)> weight_after_softmax;  // the weight
  std::function<Index(Index tokens)> keys_read;               // how many keys are looked at: tokens
  Index tile = 16;                                            // keys a tile
  std::function<Tensor(const Steps&, const Problem&)> whole;  // when set, replaces everything above

  std::function<Problem()>
      shows_on;  // the smallest problem on which the fault changes the output; right steps have none
};

/// Steps with every default right.
Steps right_steps();

/// Attention computed with these steps, in the problem's dtype. [tokens, value_dim]
/// Throws std::invalid_argument when the problem is not valid. Cost O(tokens^2 (head_dim + value_dim)).
Tensor run_steps(const Steps& steps, const Problem& problem);

/// For whole faults: scale * query.key, and the hidden logit where the key is not visible. [tokens, tokens]
Tensor masked_logits(const Steps& steps, const Problem& problem);

/// For whole faults: weights [tokens, tokens] times value [tokens, value_dim]; a weight of 0 never touches its value.
Tensor weighted_values(const Tensor& weights, const Problem& problem);

/// A float32 problem written out row by row; sizes are taken from the rows.
/// Throws std::invalid_argument when rows differ in length, tensors do not fit, or a number is not a float32.
using Rows = std::vector<std::vector<double>>;
Problem small_problem(const Rows& query, const Rows& key, const Rows& value, bool causal);

struct Fault {
  const char* group;
  const char* name;
  const char* story;  // one sentence: what is wrong
  void (*replace)(Steps&);

  std::string id() const { return std::string(group) + "/" + name; }
  /// Right steps with the mistake put in.
  Steps steps() const {
    Steps steps = right_steps();
    replace(steps);
    return steps;
  }
};

}  // namespace attncheck

#define ATTNCHECK_FAULT(group_, name_, story_)                                                              \
  static void attncheck_replace(::attncheck::Steps& steps);                                                 \
  extern const ::attncheck::Fault attncheck_fault_##group_##_##name_;                                       \
  const ::attncheck::Fault attncheck_fault_##group_##_##name_{#group_, #name_, story_, &attncheck_replace}; \
  static void attncheck_replace([[maybe_unused]] ::attncheck::Steps& steps)
