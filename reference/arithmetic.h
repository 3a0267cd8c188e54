#pragma once
// arithmetic.h: one honest way to compute attention, as the error bound sees it.
// Used by profiles (which lists them) and error_bound (which bounds them). u is the unit roundoff of the dtype.
// Every arithmetic rounds to nearest and may sum in any order. Source: README.md and docs/error-bounds.md.
#include <string>

namespace attncheck {

enum class Form {
  normalise_last,  // (sum e_j v_j) / (sum e_j), the shift is the largest logit seen
  any_order,       // normalised before or after the sum; the shift may be up to `slack` away from the largest logit
  stored_lse,      // sum exp(s_j - L) v_j with L = M + log(sum e_j) rounded and stored
  split_merge,     // parts of the keys normalised by themselves, merged through their stored L
  running_mean     // output += (v - output) w / l: a normalised output is kept
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
  double exp_error = 8;       // relative error of exp, in u
  double constant = 4;        // size of a constant added to all logits of a row
  double slack = 0;           // distance of the shift from the largest logit
  Rescales rescales = Rescales::merged;
};

}  // namespace attncheck
