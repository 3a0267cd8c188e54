#pragma once
// laws.h: problems made from other problems, and laws that tie their outputs together.
// Used by properties of the form "when the problem changes so, the output changes so". A correct subject may round the
// two problems differently, so it may differ by its bounds on both together; where all bits agree the oracle is not
// asked.
// Errors: std::invalid_argument when an order does not fit.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "attncheck/property.h"

namespace attncheck {

/// A problem and what the subject answered to it.
struct Asked {
  Problem problem;
  Tensor output;           // [tokens, value_dim]
  bool reordered = false;  // the output is the answer to a problem in another order, put into this one
};
Asked ask(Check& check, Problem problem, Prefill prefill = Prefill::poison);

/// Rows first .. last - 1 of `one` say the same as those of `other`, in every column but `except`. Rows that are not
/// finite in both say nothing. `what` says how `other` came from `one` and starts the message. The report shows
/// `other`, or `one` where that alone is wrong. Returns whether they are the same numbers, which a difference within
/// the bounds is not.
struct RowRange {
  Index first = 0;
  Index last = 0;
};
bool same_rows(Check& check, const Asked& one, const Asked& other, const RowRange& rows, const std::string& what,
               Index except = -1);

/// Row order[i] of `tensor` becomes row i.
Tensor rows_in_order(const Tensor& tensor, std::span<const Index> order);

/// A permutation of 0 .. count - 1: reversed, rotated by one, or any, as `seed` says.
std::vector<Index> any_order(Index count, std::uint64_t seed);

/// Query, key and value of independent standard normal numbers.
void fill_normal(Problem& problem, std::uint64_t seed);

/// The largest |query.key| / sqrt(head_dim) of all pairs, hidden ones too.
double largest_logit(const Problem& problem);

/// Halves all three tensors until no |logit| is above `most`; what was equal stays equal.
void fit_logits(Problem& problem, double most);

/// The problem of the first `tokens` tokens.
Problem first_tokens(const Problem& problem, Index tokens);

}  // namespace attncheck
