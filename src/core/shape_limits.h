#pragma once
// shape_limits.h: which problems a subject takes, by their sizes: kernels are often written for some only.
// Used by src/draw, which draws such problems, by Check and by the diagnosis, which ask no other. No errors.
#include <optional>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

struct ShapeLimits {
  Index max_tokens = Index{1} << 20;
  Index tokens_multiple = 1;
  std::vector<Index> head_dims{};  // only these, ascending; empty: all
  Index max_dim = Index{1} << 20;  // of head_dim and of value_dim
  Index dim_multiple = 1;          // the same
  bool square = false;             // value_dim is head_dim
  std::optional<bool> causal{};    // only such problems
  std::vector<Shape> only{};       // no other; empty: all that the rest allows

  /// Empty when it takes the problem, else what it takes: "only tokens in multiples of 64".
  std::string why_not(const Shape& shape, bool is_causal) const;
  /// The same for its sizes alone.
  std::string size_why_not(const Shape& shape) const;
};

/// Sizes between which a shape is looked for.
struct ShapeRange {
  Index min_tokens = 1;
  Index max_tokens = Index{1} << 40;
  Index min_head_dim = 1;
  Index max_head_dim = Index{1} << 40;
  bool identity = false;  // value_dim is tokens
};

/// `count` different shapes that the limits allow, fewer where there are not so many: for compilers that specialise per
/// shape. Small and long ones, with and without tails, and such as allow the values to be an identity.
std::vector<Shape> few_shapes(Index count, const ShapeLimits& limits);

/// The shape within both that is next to `wish`, the next larger one where there is one; nothing when no shape is.
/// `wish` itself when it is allowed.
std::optional<Shape> nearest(const Shape& wish, const ShapeLimits& limits, const ShapeRange& range);

}  // namespace attncheck
