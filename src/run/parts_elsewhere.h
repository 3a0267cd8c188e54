#pragma once
// parts_elsewhere.h: the parts of a run that other runs of the same program worked out, for the one that puts them
// together. Used by the runner; implemented by shard_file.h. Errors: none.
#include <cstddef>
#include <optional>
#include <string>

#include "run/part.h"

namespace attncheck {

class PartsElsewhere {
 public:
  virtual ~PartsElsewhere() = default;

  /// The part of this number, or nothing when nobody worked it out.
  virtual std::optional<Part> part(std::size_t number) const = 0;
  /// Why: "shard 2/3 is missing".
  virtual std::string why_missing(std::size_t number) const = 0;
};

}  // namespace attncheck
