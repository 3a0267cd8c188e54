#pragma once
// drawer.h: where a Check gets its random values from. Implemented by src/draw on RapidCheck; by fixed values in tests.
#include <cstdint>
#include <string_view>

#include "attncheck/property.h"

namespace attncheck {

class Drawer {
 public:
  virtual ~Drawer() = default;
  virtual Problem problem(const ProblemSpec& spec) = 0;
  virtual Index index(Index count, std::string_view label) = 0;
  virtual std::uint64_t seed(std::string_view label) = 0;
  virtual Index in_turn(Index count) = 0;

  /// The subject is about to be asked a problem of this shape: what the case costs.
  virtual void asks(const Shape& shape) = 0;
};

}  // namespace attncheck
