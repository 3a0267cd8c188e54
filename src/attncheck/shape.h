#pragma once
// shape.h: the sizes of one single-head problem.
// query and key are [tokens, head_dim], value is [tokens, value_dim], output is [tokens, value_dim].
#include <cstdint>
#include <string>

namespace attncheck {

using Index = std::int64_t;

struct Shape {
  Index tokens = 1;     // rows of query, key, value and output
  Index head_dim = 1;   // d_k: size of a query or key vector
  Index value_dim = 1;  // d_v: size of a value vector

  friend bool operator==(const Shape&, const Shape&) = default;
};

/// "4 tokens x 2 head_dim x 3 value_dim"
std::string to_string(const Shape& shape);

/// Throws std::invalid_argument naming the size that is not positive.
void require_valid(const Shape& shape);

}  // namespace attncheck
