#pragma once
// shard_file.h: what one shard of `attncheck check` found, in a file that only the program that wrote it reads, and all
// of them as the source of a run. "attncheck part", version 1 (docs/formats.md).
// Used by `attncheck check --shard` and `attncheck merge`. Errors: std::invalid_argument, one line that names the file;
// std::runtime_error when it cannot be written.
#include <map>
#include <string>
#include <vector>

#include "run/parts_elsewhere.h"
#include "run/shard_header.h"

namespace attncheck {

/// What a subject says of itself when it is opened.
struct OpenedSubject {
  std::string name;
  std::vector<DType> dtypes;
  std::map<std::string, std::string> declared;
  std::string wall;

  bool operator==(const OpenedSubject&) const = default;
};

struct ShardFile {
  ShardHeader header;
  OpenedSubject subject;
  bool fail_fast = false;
  std::map<std::size_t, Part> parts;  // by their number in the whole run: every property on a dtype, then on the next
};

/// FOLDER/check/2-of-3.json, whole or not at all.
void write_shard(const std::string& path, const ShardFile& file);
/// `program`: the digest of the one that reads.
ShardFile read_shard(const std::string& path, const std::string& program);

/// The shards of one run, at least one.
class Shards : public PartsElsewhere {
 public:
  /// Throws when they do not belong together.
  explicit Shards(std::vector<ShardFile> files);

  std::optional<Part> part(std::size_t number) const override;
  std::string why_missing(std::size_t number) const override;

  /// What all of them say alike.
  const ShardFile& first() const { return files_.front(); }

 private:
  std::vector<const ShardHeader*> headers() const;

  std::vector<ShardFile> files_;
};

}  // namespace attncheck
