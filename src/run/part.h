#pragma once
// part.h: one property on one dtype by itself: what a run is made of, in whatever process each part is worked out.
// Used by the runner, and by who keeps parts for another program of ours to put together (shard_file.h). Errors:
// from_bytes and read_part throw std::exception for what to_bytes and part_json did not make.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "property/explanation.h"
#include "run/result.h"

namespace attncheck {

struct Part {
  PropertyResult result;
  Explanation explanation;  // by this part alone
  Oracle::Audit audit;
};

/// All of it, for the same program only: which members of a profile and which keys there are is nowhere promised.
/// Numbers that JSON has no word for are in it as numbers.
nlohmann::json part_json(const Part& part);
Part read_part(const nlohmann::json& all);

/// Throws std::invalid_argument for what no run could have found: sizes that do not fit each other, unknown outcomes.
void require_sound(const Part& part);

/// The same between processes; nothing that is kept.
std::string to_bytes(const Part& part);
Part from_bytes(const std::string& bytes);

}  // namespace attncheck
