#pragma once
// shard_header.h: what the file of a shard says of the run it is a part of, so that parts of other runs are refused.
// Used by what keeps shards of a check (shard_file.h) and of `attncheck power`. "run" of the formats "attncheck part"
// and "attncheck power" (docs/formats.md). Errors: std::invalid_argument, one line that names the file.
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/shard.h"

namespace attncheck {

struct ShardHeader {
  std::string path;  // of the file; not written
  Shard shard;
  std::string program;                        // digest: parts are read by the program that wrote them
  std::string command;                        // repeats the whole run
  std::vector<std::string> words;             // what was typed after the name of the program
  std::map<std::string, std::string> inputs;  // digests of the files that the command names
};

nlohmann::ordered_json header_json(const ShardHeader& header);
/// Throws what nlohmann::json throws, or std::invalid_argument, also when another program than `program` wrote it.
ShardHeader read_header(const nlohmann::json& json, const std::string& path, const std::string& program);

/// FOLDER/KIND/2-of-3.json
std::string shard_path(const std::string& folder, const std::string& kind, const Shard& shard);
/// What an earlier run left at `path` is gone, and its folder is there.
void make_room_for_shard(const std::string& path);
/// The files of one kind in all folders, folder by folder in the order of their names.
std::vector<std::string> shard_files(const std::vector<std::string>& folders, const std::string& kind);

/// Throws unless all (at least one) are different shards of one run.
void require_one_run(const std::vector<const ShardHeader*>& headers);

/// "shard 2/3 is missing", or "shard 2/3 did not finish it", of the k-th thing to do.
std::string why_missing(const std::vector<const ShardHeader*>& headers, std::size_t k);

}  // namespace attncheck
