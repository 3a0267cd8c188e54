#pragma once
// arithmetic.h: one honest way to compute attention, as the error bound sees it.
// Used by profiles (which lists them) and error_bound (which bounds them). u is the unit roundoff of the dtype.
// Every arithmetic may sum in any order. Source: README.md and docs/error-bounds.md.
#include <string>

#include "reference/storage.h"

namespace attncheck {

enum class Form {
  normalise_last,   // (sum e_j v_j) / (sum e_j), the shift is the largest logit seen
  normalise_first,  // sum (e_j / sum e_j) v_j, the shift is the largest logit
  any_order,        // normalised before or after the sum; the shift may be up to `slack` away from the largest logit
  stored_lse,       // sum exp(s_j - L) v_j with L = M + log(sum e_j) rounded and stored
  split_merge,      // parts of the keys normalised by themselves, merged through their stored L
  running_mean      // output += (v - output) w / l: a normalised output is kept
};

enum class Rescales { none, sequential, merged };  // never; one pass along the keys; lanes or tiles merged at the end

struct Arithmetic {
  std::string name;
  std::string meaning;
  Form form = Form::any_order;
  bool fused_exp2 = false;    // exp2(logit log2(e) - shift log2(e)) with the shift rounded by itself
  bool transformed = false;   // query and key rotated alike, or one vector taken from all keys, before the dot product
  bool prescaled = false;     // scale (and log2(e), when fused) multiplied into query or key before the dot product
  bool flushes = false;       // subnormal numbers become zero
  bool certificates = false;  // exactness of this very data may be used beyond the dot product
  bool truncates = false;     // sums drop what does not fit instead of rounding it: their unit roundoff is 2 u
  double exp_error = 8;       // relative error of exp(-x), in u: exp_error + exp_slope x
  double exp_slope = 0;
  double constant = 4;  // size of a constant added to all logits of a row
  double slack = 0;     // distance of the shift from the largest logit
  Rescales rescales = Rescales::merged;
  int tile = 0;  // keys between two rescalings at least; 0: every key may raise the maximum

  // What is kept in fewer bits than the dtype has.
  Storage inputs = Storage::own;     // query, key and value hold numbers of it
  Storage logits = Storage::own;     // rounded to it before the maximum is taken
  Storage weights = Storage::own;    // exponentials, or normalised weights, rounded to it before they meet the values
  bool sums_stored_weights = false;  // the sum of exponentials is that of the rounded ones
  Storage output = Storage::own;
};

}  // namespace attncheck
