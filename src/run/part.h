#pragma once
// part.h: one property on one dtype by itself: what a run is made of, in whatever process each part is worked out.
// Used by the runner. Errors: from_bytes throws std::exception for bytes that to_bytes did not make.
#include <string>

#include "property/explanation.h"
#include "run/result.h"

namespace attncheck {

struct Part {
  PropertyResult result;
  Explanation explanation;  // by this part alone
  Oracle::Audit audit;
};

/// Between processes of the same program; nothing that is kept.
std::string to_bytes(const Part& part);
Part from_bytes(const std::string& bytes);

}  // namespace attncheck
