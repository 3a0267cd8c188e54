#include "run/shard_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text.h"
#include "process/whole_file.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// In which way two files are not of one run; empty when they may be.
std::string difference(const ShardHeader& one, const ShardHeader& other) {
  if (one.shard.count != other.shard.count) return "number of shards";
  if (one.command != other.command) return "command";
  return one.inputs == other.inputs ? "" : "subject and files";
}

}  // namespace

nlohmann::ordered_json header_json(const ShardHeader& header) {
  return {{"shard", to_string(header.shard)},
          {"program", header.program},
          {"command", header.command},
          {"words", header.words},
          {"inputs", nlohmann::ordered_json(header.inputs)}};
}

ShardHeader read_header(const nlohmann::json& json, const std::string& path, const std::string& program) {
  if (json.at("program") != program)
    throw std::invalid_argument("another build of attncheck wrote it, and only that one can read it");
  const auto shard = parse_shard(json.at("shard").get<std::string>());
  if (!shard) throw std::invalid_argument("shard is not NUMBER/COUNT");
  return {path, *shard, json.at("program"), json.at("command"), json.at("words"), json.at("inputs")};
}

std::string shard_path(const std::string& folder, const std::string& kind, const Shard& shard) {
  return fmt::format("{}/{}/{}-of-{}.json", folder, kind, shard.number, shard.count);
}

void make_room_for_shard(const std::string& path) {
  const fs::path file(path);
  make_folder(file.parent_path().string());
  std::error_code error;
  fs::remove(file, error);
  if (error) throw std::runtime_error(fmt::format("{} cannot be written: {}", path, error.message()));
}

std::vector<std::string> shard_files(const std::vector<std::string>& folders, const std::string& kind) {
  std::vector<std::string> all;
  for (const std::string& folder : folders) {
    std::vector<std::string> found;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(folder) / kind, error))
      if (entry.path().extension() == ".json") found.push_back(entry.path().string());
    std::ranges::sort(found);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

void require_one_run(const std::vector<const ShardHeader*>& headers) {
  const ShardHeader& first = *headers.at(0);
  for (const ShardHeader* header : headers) {
    const std::string other = difference(first, *header);
    if (!other.empty())
      throw std::invalid_argument(
          fmt::format("{} and {} are not of the same {}", one_line(first.path), one_line(header->path), other));
    const auto same =
        std::ranges::find_if(headers, [&](const ShardHeader* one) { return one->shard == header->shard; });
    if (*same != header)
      throw std::invalid_argument(fmt::format("{} and {} are both shard {}", one_line((*same)->path),
                                              one_line(header->path), to_string(header->shard)));
  }
}

std::string why_missing(const std::vector<const ShardHeader*>& headers, std::size_t k) {
  Shard shard = headers.at(0)->shard;
  shard.number = k % shard.count + 1;
  const bool begun = std::ranges::any_of(headers, [&](const ShardHeader* header) { return header->shard == shard; });
  return fmt::format("shard {} {}", to_string(shard), begun ? "did not finish it" : "is missing");
}

}  // namespace attncheck
