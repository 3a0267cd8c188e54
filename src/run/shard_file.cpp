#include "run/shard_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/exact_json.h"
#include "core/json_parse.h"
#include "core/text.h"
#include "core/version.h"
#include "process/whole_file.h"

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "attncheck part";

Json subject_json(const OpenedSubject& subject) {
  Json dtypes = Json::array();
  for (const DType dtype : subject.dtypes) dtypes.push_back(info(dtype).name);
  return {{"name", subject.name}, {"dtypes", dtypes}, {"declared", Json(subject.declared)}, {"wall", subject.wall}};
}

OpenedSubject read_subject(const nlohmann::json& json) {
  OpenedSubject subject{json.at("name"), {}, json.at("declared"), json.at("wall")};
  for (const std::string name : json.at("dtypes")) {
    const auto dtype = parse_dtype(name);
    if (!dtype) throw std::invalid_argument(fmt::format("{} is no dtype", name));
    subject.dtypes.push_back(*dtype);
  }
  return subject;
}

/// In the order of the numbers of the shard; each belongs to it.
std::map<std::size_t, Part> read_parts(const nlohmann::json& json, const Shard& shard) {
  std::map<std::size_t, Part> parts;
  for (const nlohmann::json& one : json) {
    const std::size_t number = one.at(0);
    Part part = read_part(from_exact(one.at(1)));
    require_sound(part);
    if (!shard.has(number) || !parts.emplace(number, std::move(part)).second)
      throw std::invalid_argument(fmt::format("part {} is not of this shard, or is there twice", number));
  }
  return parts;
}

}  // namespace

void write_shard(const std::string& path, const ShardFile& file) {
  nlohmann::json parts = nlohmann::json::array();
  for (const auto& [number, part] : file.parts) parts.push_back({number, to_exact(part_json(part))});
  const Json json{{"format", format},
                  {"version", 1},
                  {"attncheck", version},
                  {"run", header_json(file.header)},
                  {"fail_fast", file.fail_fast},
                  {"subject", subject_json(file.subject)},
                  {"parts", Json(parts)}};
  write_whole(path, json.dump() + "\n");
}

ShardFile read_shard(const std::string& path, const std::string& program) {
  const std::string text = read_whole(path);
  try {
    const nlohmann::json json = parse_json(text, "it");
    if (json.at("format") != format || json.at("version") != 1)
      throw std::invalid_argument(fmt::format("format is not \"{}\", version 1", format));
    ShardFile file{
        read_header(json.at("run"), path, program), read_subject(json.at("subject")), json.at("fail_fast"), {}};
    file.parts = read_parts(json.at("parts"), file.header.shard);
    return file;
  } catch (const std::exception& error) {
    throw std::invalid_argument(fmt::format("{}: is no shard of a check: {}", one_line(path), one_line(error.what())));
  }
}

Shards::Shards(std::vector<ShardFile> files) : files_(std::move(files)) {
  require_one_run(headers());
  for (const ShardFile& file : files_)
    if (file.subject != first().subject || file.fail_fast != first().fail_fast)
      throw std::invalid_argument(fmt::format("{} and {} are not of the same {}", one_line(first().header.path),
                                              one_line(file.header.path),
                                              file.subject == first().subject ? "command" : "subject"));
}

std::optional<Part> Shards::part(std::size_t number) const {
  for (const ShardFile& file : files_)
    if (const auto found = file.parts.find(number); found != file.parts.end()) return found->second;
  return std::nullopt;
}

std::string Shards::why_missing(std::size_t number) const { return attncheck::why_missing(headers(), number); }

std::vector<const ShardHeader*> Shards::headers() const {
  std::vector<const ShardHeader*> all;
  all.reserve(files_.size());
  for (const ShardFile& file : files_) all.push_back(&file.header);
  return all;
}

}  // namespace attncheck
