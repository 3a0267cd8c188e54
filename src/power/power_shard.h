#pragma once
// power_shard.h: what one shard of `attncheck power` measured, as a file, and all of them as one measurement.
// "attncheck power", version 1, with the key "run" (docs/formats.md). Used by `attncheck power --shard` and
// `attncheck merge`. Errors: std::invalid_argument, one line that names the file; std::runtime_error when it cannot be
// written.
#include <string>
#include <vector>

#include "power/power.h"
#include "run/shard_header.h"

namespace attncheck {

struct PowerShard {
  ShardHeader header;
  PowerThings things;  // of all shards
  PowerResult result;  // of this one
};

void write_power_shard(const std::string& path, const PowerShard& shard);
/// What has to be known before the faults and properties of other people's files are there.
ShardHeader read_power_header(const std::string& path, const std::string& program);
/// `program`: the digest of the one that reads, whose properties and faults these are.
PowerShard read_power_shard(const std::string& path, const std::string& program,
                            const std::vector<const Property*>& properties, const std::vector<const Fault*>& faults);

/// As if one machine had measured all of it; what belongs to a shard that is not there is not judged.
/// Throws when they do not belong together.
PowerResult merge_power(const std::vector<PowerShard>& shards);

}  // namespace attncheck
