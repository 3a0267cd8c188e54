#include "core/shape_limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attncheck/random.h"

namespace attncheck {
namespace {

/// The multiple of `step` in [least, most] next to `wish`, the next larger one where there is one.
std::optional<Index> nearest_multiple(Index wish, Index step, Index least, Index most) {
  const Index first = (std::max<Index>(least, 1) + step - 1) / step * step, last = most / step * step;
  if (first > last) return std::nullopt;
  return std::clamp((wish + step - 1) / step * step, first, last);
}

/// The same among few sizes.
std::optional<Index> nearest_of(Index wish, const std::vector<Index>& sizes, Index least, Index most) {
  std::optional<Index> found;
  for (const Index size : sizes)
    if (size >= least && size <= most && (!found || *found < wish)) found = size;
  return found;
}

bool is_head_dim(Index size, const ShapeLimits& limits) {
  return size <= limits.max_dim && size % limits.dim_multiple == 0 &&
         (limits.head_dims.empty() || std::ranges::find(limits.head_dims, size) != limits.head_dims.end());
}

std::optional<Index> nearest_head_dim(Index wish, const ShapeLimits& limits, const ShapeRange& range) {
  const Index most = std::min(range.max_head_dim, limits.max_dim);
  if (!limits.head_dims.empty()) return nearest_of(wish, limits.head_dims, range.min_head_dim, most);
  return nearest_multiple(wish, limits.dim_multiple, range.min_head_dim, most);
}

/// One size is tokens, head_dim and value_dim.
std::optional<Shape> nearest_cube(Index wish, const ShapeLimits& limits, const ShapeRange& range) {
  const Index step = std::lcm(limits.tokens_multiple, limits.dim_multiple);
  const Index most = std::min({range.max_tokens, limits.max_tokens, range.max_head_dim, limits.max_dim});
  const Index least = std::max(range.min_tokens, range.min_head_dim);
  std::vector<Index> sizes;
  for (const Index size : limits.head_dims)
    if (size % step == 0) sizes.push_back(size);
  const auto size =
      limits.head_dims.empty() ? nearest_multiple(wish, step, least, most) : nearest_of(wish, sizes, least, most);
  if (!size) return std::nullopt;
  return Shape{*size, *size, *size};
}

bool equal(const Shape& a, const Shape& b) {
  return a.tokens == b.tokens && a.head_dim == b.head_dim && a.value_dim == b.value_dim;
}

bool is_within(const Shape& shape, const ShapeRange& range) {
  return shape.tokens >= range.min_tokens && shape.tokens <= range.max_tokens && shape.head_dim >= range.min_head_dim &&
         shape.head_dim <= range.max_head_dim && (!range.identity || shape.value_dim == shape.tokens);
}

/// Sizes are as far apart as their ratio says.
double distance(const Shape& a, const Shape& b) {
  const auto apart = [](Index one, Index other) {
    return std::abs(std::log2(static_cast<double>(one) / static_cast<double>(other)));
  };
  return apart(a.tokens, b.tokens) + apart(a.head_dim, b.head_dim) + apart(a.value_dim, b.value_dim);
}

std::optional<Shape> nearest_listed(const Shape& wish, const ShapeLimits& limits, const ShapeRange& range) {
  std::optional<Shape> found;
  for (const Shape& shape : limits.only) {
    if (!limits.size_why_not(shape).empty() || !is_within(shape, range)) continue;
    if (!found || distance(shape, wish) < distance(*found, wish)) found = shape;
  }
  return found;
}

std::string shape_text(const Shape& shape) {
  return fmt::format("{}x{}x{}", shape.tokens, shape.head_dim, shape.value_dim);
}

constexpr Shape varied[] = {{5, 3, 5},     {64, 64, 64},  {129, 32, 129}, {1, 1, 1},     {33, 16, 8},  {1024, 8, 4},
                            {16, 128, 16}, {257, 64, 32}, {2, 2, 2},      {31, 7, 31},   {96, 80, 40}, {512, 16, 512},
                            {3, 256, 3},   {65, 64, 128}, {2000, 4, 4},   {200, 96, 200}};

}  // namespace

std::string ShapeLimits::why_not(const Shape& shape, bool is_causal) const {
  if (std::string why = size_why_not(shape); !why.empty()) return why;
  if (causal && *causal != is_causal) return *causal ? "only causal problems" : "only problems that are not causal";
  return {};
}

std::string ShapeLimits::size_why_not(const Shape& shape) const {
  if (shape.tokens > max_tokens) return fmt::format("at most {} tokens", max_tokens);
  if (shape.tokens % tokens_multiple != 0) return fmt::format("only tokens in multiples of {}", tokens_multiple);
  if (!is_head_dim(shape.head_dim, *this) && !head_dims.empty())
    return fmt::format("only head_dim {}", fmt::join(head_dims, ", "));
  if (std::max(shape.head_dim, shape.value_dim) > max_dim) return fmt::format("only dims up to {}", max_dim);
  if (shape.head_dim % dim_multiple != 0 || shape.value_dim % dim_multiple != 0)
    return fmt::format("only dims in multiples of {}", dim_multiple);
  if (square && shape.value_dim != shape.head_dim) return "only value_dim = head_dim";
  if (only.empty() || std::ranges::any_of(only, [&](const Shape& one) { return equal(one, shape); })) return {};
  std::vector<std::string> names(only.size());
  std::ranges::transform(only, names.begin(), shape_text);
  return fmt::format("only the shapes {}", fmt::join(names, ", "));
}

std::vector<Shape> few_shapes(Index count, const ShapeLimits& limits) {
  std::vector<Shape> found;
  const auto add = [&](const Shape& wish) {
    ShapeRange range;
    range.identity = wish.value_dim == wish.tokens;
    const std::optional<Shape> shape = nearest(wish, limits, range);
    if (!shape || std::ssize(found) == count) return;
    if (std::ranges::none_of(found, [&](const Shape& one) { return equal(one, *shape); })) found.push_back(*shape);
  };
  for (const Shape& wish : limits.only) add(wish);
  for (const Shape& wish : varied) add(wish);
  Random random(0);
  for (Index tries = 0; tries < 20 * count && std::ssize(found) < count; ++tries)
    add({1 + random.below(300), 1 + random.below(128), 1 + random.below(128)});
  return found;
}

std::optional<Shape> nearest(const Shape& wish, const ShapeLimits& limits, const ShapeRange& range) {
  if (!limits.only.empty()) return nearest_listed(wish, limits, range);
  if (range.identity && limits.square) return nearest_cube(wish.tokens, limits, range);
  const Index step = range.identity ? std::lcm(limits.tokens_multiple, limits.dim_multiple) : limits.tokens_multiple;
  const Index most =
      std::min({range.max_tokens, limits.max_tokens, range.identity ? limits.max_dim : limits.max_tokens});
  const auto tokens = nearest_multiple(wish.tokens, step, range.min_tokens, most);
  const auto head_dim = nearest_head_dim(wish.head_dim, limits, range);
  if (!tokens || !head_dim) return std::nullopt;
  if (range.identity) return Shape{*tokens, *head_dim, *tokens};
  const auto value_dim =
      limits.square ? head_dim : nearest_multiple(wish.value_dim, limits.dim_multiple, 1, limits.max_dim);
  if (!value_dim) return std::nullopt;
  return Shape{*tokens, *head_dim, *value_dim};
}

}  // namespace attncheck
