#pragma once
// shards.h: between a command line and the header of a shard's file: what is written of it, and what it says to who
// puts shards together. Used by check, power and merge. Errors: std::invalid_argument, one line that names the file.
#include "cli/options.h"
#include "run/shard_header.h"

namespace attncheck {

/// `command`: repeats the whole run.
ShardHeader header_of(const CommandLine& line, const std::string& command);

/// The command line that wrote the shard, which must be one of `verb`.
CommandLine line_of(const ShardHeader& header, Verb verb, const Program& program);

/// Throws when a file that the command named is not here, or is another now.
void require_unchanged(const ShardHeader& header, const std::vector<std::string>& files);

}  // namespace attncheck
