#include "power/power_shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/json_parse.h"
#include "core/text.h"
#include "power/peers.h"
#include "process/whole_file.h"
#include "run/plan.h"

namespace attncheck {
namespace {

using Json = nlohmann::json;

PowerRun read_run(const Json& json) {
  const Json& sizes = json.at("counterexample");
  return {json.at("seed"),
          json.at("effort"),
          json.at("exit_code"),
          json.at("against"),
          json.at("problems"),
          json.at("seconds"),
          {sizes.at("tokens"), sizes.at("head_dim"), sizes.at("value_dim")}};
}

std::vector<PowerRun> read_runs(const Json& json) {
  std::vector<PowerRun> runs;
  for (const Json& run : json.at("runs")) runs.push_back(read_run(run));
  if (runs.empty()) throw std::invalid_argument("a subject has no run");
  return runs;
}

FaultPower read_fault(const Json& json, const std::vector<const Fault*>& faults,
                      const std::vector<std::string>& peers) {
  const std::string id = json.at("id");
  const auto fault = std::ranges::find_if(faults, [&](const Fault* known) { return known->id() == id; });
  if (fault == faults.end()) throw std::invalid_argument(fmt::format("there is no fault {}", id));
  FaultPower power{*fault, read_runs(json), {}};
  for (const std::string& peer : peers) power.caught_by_peers.push_back(json.at("peers").at(peer));
  return power;
}

PowerResult read_result(const Json& json, const std::vector<const Property*>& properties,
                        const std::vector<const Fault*>& faults) {
  PowerResult result;
  result.properties = select(properties, "*");
  result.effort = json.at("effort");
  if (json.at("run").at("peers").get<bool>())
    for (const Peer& peer : peers()) result.peers.push_back(peer.name);
  if (json.contains("faults"))  // a shard may have none
    for (const Json& fault : json.at("faults")) result.faults.push_back(read_fault(fault, faults, result.peers));
  for (const Json& subject : json.at("correct")) result.correct.push_back({subject.at("subject"), read_runs(subject)});
  return result;
}

/// Are they in this order just what the shard has to measure?
void require_all_measured(const PowerShard& shard) {
  std::vector<std::string> expected, measured;
  const std::vector<std::string>& faults = shard.things.faults;
  const std::vector<std::string>& correct = shard.things.correct;
  for (std::size_t t = 0; t < shard.header.shard.share(faults.size() + correct.size()); ++t) {
    const std::size_t k = shard.header.shard.thing(t);
    expected.push_back(k < faults.size() ? faults[k] : correct[k - faults.size()]);
  }
  for (const FaultPower& fault : shard.result.faults) measured.push_back(fault.fault->id());
  for (const CorrectPower& subject : shard.result.correct) measured.push_back(subject.subject);
  if (measured != expected) throw std::invalid_argument("its faults and subjects are not those of the shard");
}

/// What `read` makes of the file; errors name it.
template <class Value>
Value read_as(const std::string& path, const std::function<Value(const Json&)>& read) {
  const std::string text = read_whole(path);
  try {
    const Json json = parse_json(text, "it");
    if (json.at("format") != "attncheck power" || json.at("version") != 1)
      throw std::invalid_argument("format is not \"attncheck power\", version 1");
    return read(json);
  } catch (const std::exception& error) {
    throw std::invalid_argument(
        fmt::format("{}: is no shard of a measurement: {}", one_line(path), one_line(error.what())));
  }
}

const PowerShard* shard_with(const std::vector<PowerShard>& shards, std::size_t k) {
  const auto found = std::ranges::find_if(shards, [&](const PowerShard& one) { return one.header.shard.has(k); });
  return found == shards.end() ? nullptr : &*found;
}

}  // namespace

void write_power_shard(const std::string& path, const PowerShard& shard) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(power_json(shard.result));
  json["run"] = header_json(shard.header);
  json["run"]["peers"] = !shard.result.peers.empty();
  json["run"]["faults"] = shard.things.faults;
  json["run"]["correct"] = shard.things.correct;
  write_whole(path, json.dump(1) + "\n");
}

ShardHeader read_power_header(const std::string& path, const std::string& program) {
  return read_as<ShardHeader>(path, [&](const Json& json) { return read_header(json.at("run"), path, program); });
}

PowerShard read_power_shard(const std::string& path, const std::string& program,
                            const std::vector<const Property*>& properties, const std::vector<const Fault*>& faults) {
  return read_as<PowerShard>(path, [&](const Json& json) {
    const Json& run = json.at("run");
    PowerShard shard{read_header(run, path, program), {run.at("faults"), run.at("correct")}, {}};
    shard.result = read_result(json, properties, faults);
    require_all_measured(shard);
    return shard;
  });
}

PowerResult merge_power(const std::vector<PowerShard>& shards) {
  std::vector<const ShardHeader*> headers;
  headers.reserve(shards.size());
  for (const PowerShard& shard : shards) headers.push_back(&shard.header);
  require_one_run(headers);
  const PowerShard& first = shards.at(0);
  for (const PowerShard& shard : shards)
    if (shard.things != first.things)
      throw std::invalid_argument(fmt::format("{} and {} are not of the same command", one_line(first.header.path),
                                              one_line(shard.header.path)));
  PowerResult result{first.result.properties, first.result.peers, {}, {}, first.result.effort, {}};
  const std::size_t faults = first.things.faults.size(), all = faults + first.things.correct.size();
  std::vector<std::size_t> seen(first.header.shard.count + 1, 0);  // things of each shard that are merged
  for (std::size_t k = 0; k < all; ++k) {
    const PowerShard* shard = shard_with(shards, k);
    if (shard == nullptr) {
      const std::string name = k < faults ? "fault:" + first.things.faults[k] : first.things.correct[k - faults];
      result.not_judged.push_back(fmt::format("{}: {}", name, why_missing(headers, k)));
      continue;
    }
    const std::size_t t = seen[shard->header.shard.number]++;
    if (k < faults)
      result.faults.push_back(shard->result.faults[t]);
    else
      result.correct.push_back(shard->result.correct[t - shard->result.faults.size()]);
  }
  return result;
}

}  // namespace attncheck
