#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/version.h"
#include "power/peers.h"
#include "power/power.h"

namespace attncheck {
namespace {

std::string shape_text(const Shape& shape) {
  return fmt::format("{} x {} x {}", shape.tokens, shape.head_dim, shape.value_dim);
}

int times_caught(const FaultPower& fault) {
  return static_cast<int>(std::ranges::count_if(fault.runs, &PowerRun::caught));
}

/// The run in the middle, by problems until caught.
const PowerRun& typical(const FaultPower& fault) {
  std::vector<const PowerRun*> runs;
  for (const PowerRun& run : fault.runs) runs.push_back(&run);
  std::ranges::sort(runs, {}, [](const PowerRun* run) { return std::pair(!run->caught(), run->problems); });
  return *runs[(runs.size() - 1) / 2];
}

/// In how many runs each property spoke.
std::map<std::string, int> speakers(const FaultPower& fault) {
  std::map<std::string, int> counts;
  for (const PowerRun& run : fault.runs)
    for (const std::string& id : run.against) ++counts[id];
  return counts;
}

/// Of a few faults, who noticed each: what an author asks about one of their own.
std::string noticed_text(const PowerResult& result) {
  constexpr std::size_t few = 12;
  std::string out;
  if (result.faults.size() > few) return out;
  for (const FaultPower& fault : result.faults) {
    std::vector<std::string> said;
    for (const auto& [id, count] : speakers(fault)) said.push_back(fmt::format("{} {}", id, count));
    out += fmt::format("  {}: noticed by {}\n", fault.fault->id(),
                       said.empty() ? "nothing" : fmt::format("{}", fmt::join(said, ", ")));
  }
  return out;
}

std::string summary(const PowerResult& result) {
  const auto caught = std::ranges::count_if(result.faults, &FaultPower::always_caught);
  const std::size_t seeds = result.faults.empty() ? 0 : result.faults.front().runs.size();
  std::string out;
  if (seeds > 0)
    out += fmt::format("{} of {} faults caught at each of {} seeds\n", caught, result.faults.size(), seeds);
  for (const FaultPower& fault : result.faults)
    if (!fault.always_caught())
      out += fmt::format("  missed: {} at {} of {} seeds\n", fault.fault->id(),
                         static_cast<int>(seeds) - times_caught(fault), seeds);
  out += noticed_text(result);
  std::size_t runs = 0, flagged = 0;
  for (const CorrectPower& subject : result.correct)
    for (const PowerRun& run : subject.runs) {
      ++runs;
      if (run.exit_code == 0) continue;
      ++flagged;
      out += fmt::format("  flagged: {} at seed {} by {}\n", subject.subject, run.seed, fmt::join(run.against, ", "));
    }
  out += fmt::format("{} of {} runs on {} correct subjects flagged\n", flagged, runs, result.correct.size());
  for (const std::string& thing : result.not_judged) out += fmt::format("  not judged: {}\n", thing);
  if (seeds == 0) return out;
  for (const Property* property : result.properties)
    if (!result.catches_something(*property)) out += fmt::format("  catches none of these: {}\n", property->id());
  const PowerMedians found = medians(result);
  return out + fmt::format(
                   "first finding: median {:.2f} s, {} problems; worst {:.2f} s; counterexample: median {} "
                   "tokens x {} dims\n",
                   found.seconds, found.problems, found.worst_seconds, found.tokens, found.dims);
}

std::string peers_summary(const PowerResult& result) {
  std::string out;
  if (result.faults.empty()) return out;
  for (std::size_t peer = 0; peer < result.peers.size(); ++peer) {
    const auto caught = std::ranges::count_if(
        result.faults, [&](const FaultPower& fault) { return static_cast<bool>(fault.caught_by_peers[peer]); });
    out += fmt::format("  {:<18} {:>3} of {}   ({}; {})\n", result.peers[peer], caught, result.faults.size(),
                       peers()[peer].inputs, peers()[peer].rule);
  }
  return out.empty() ? out : "the same faults under the inputs and rules of other suites:\n" + out;
}

nlohmann::ordered_json run_json(const PowerRun& run) {
  return {
      {"seed", run.seed},
      {"effort", run.effort},
      {"exit_code", run.exit_code},
      {"against", run.against},
      {"problems", run.problems},
      {"seconds", run.seconds},
      {"counterexample",
       {{"tokens", run.smallest.tokens}, {"head_dim", run.smallest.head_dim}, {"value_dim", run.smallest.value_dim}}}};
}

std::string link(const std::string& report) {
  const std::size_t hash = report.find('#');
  return fmt::format("[{}](https://github.com/{}/issues/{})", report, report.substr(0, hash), report.substr(hash + 1));
}

std::string card_text(const FaultPower& power) {
  const Fault& fault = *power.fault;
  const Card card = fault.card();
  std::vector<std::string> seen;
  for (const std::string& report : card.seen) seen.push_back(link(report));
  std::string out = fmt::format("### {}\n\n{}.  \n", fault.id(), fault.story);
  if (!seen.empty()) out += fmt::format("Seen in {}.  \n", fmt::join(seen, ", "));
  out += fmt::format("Exposed by {}.  \n", card.exposed_by);
  const PowerRun& run = typical(power);
  return out + fmt::format("Noticed by {} (first: {}, after {} problems; counterexample {}).\n\n",
                           fmt::join(card.noticed_by, ", "), run.against.empty() ? "nothing" : run.against.front(),
                           run.problems, shape_text(run.smallest));
}

/// One column a property, named by a number; a filled mark where it spoke at every seed, a hollow one at some.
std::string matrix(const PowerResult& result) {
  std::string out, head = "| fault |", line = "| --- |";
  for (std::size_t k = 0; k < result.properties.size(); ++k) {
    out += fmt::format("{}. {}: {}\n", k + 1, result.properties[k]->id(), result.properties[k]->claim);
    head += fmt::format(" {} |", k + 1);
    line += " - |";
  }
  for (const std::string& peer : result.peers) {
    head += fmt::format(" {} |", peer);
    line += " - |";
  }
  out += "\n" + head + "\n" + line + "\n";
  for (const FaultPower& fault : result.faults) {
    const std::map<std::string, int> counts = speakers(fault);
    out += fmt::format("| {} |", fault.fault->id());
    for (const Property* property : result.properties) {
      const auto count = counts.find(property->id());
      const bool always = count != counts.end() && count->second == static_cast<int>(fault.runs.size());
      out += count == counts.end() ? "  |" : always ? " ● |" : " ○ |";
    }
    for (const bool caught : fault.caught_by_peers) out += caught ? " ● |" : "  |";
    out += "\n";
  }
  return out;
}

}  // namespace

std::string power_text(const PowerResult& result) {
  std::size_t width = 0;
  for (const FaultPower& fault : result.faults) width = std::max(width, fault.fault->id().size());
  std::string out;
  for (const FaultPower& fault : result.faults) {
    const PowerRun& run = typical(fault);
    out += fmt::format("  {:<{}}  {}/{}  {:>5} problems  {:>6.2f} s  {:<14} {}\n", fault.fault->id(), width,
                       times_caught(fault), fault.runs.size(), run.problems, run.seconds, shape_text(run.smallest),
                       run.against.empty() ? "not caught" : run.against.front());
  }
  return out + "\n" + summary(result) + peers_summary(result);
}

std::string power_json(const PowerResult& result) {
  nlohmann::ordered_json json;
  json["format"] = "attncheck power";
  json["version"] = 1;
  json["attncheck"] = version;
  json["effort"] = result.effort;
  json["exit_code"] = result.exit_code();
  for (const Property* property : result.properties) json["properties"].push_back(property->id());
  for (const FaultPower& fault : result.faults) {
    nlohmann::ordered_json entry{{"id", fault.fault->id()}, {"story", fault.fault->story}};
    for (const PowerRun& run : fault.runs) entry["runs"].push_back(run_json(run));
    for (std::size_t peer = 0; peer < result.peers.size(); ++peer)
      entry["peers"][result.peers[peer]] = static_cast<bool>(fault.caught_by_peers[peer]);
    json["faults"].push_back(entry);
  }
  json["correct"] = nlohmann::ordered_json::array();
  for (const CorrectPower& subject : result.correct) {
    nlohmann::ordered_json entry{{"subject", subject.subject}};
    for (const PowerRun& run : subject.runs) entry["runs"].push_back(run_json(run));
    json["correct"].push_back(entry);
  }
  if (!result.not_judged.empty()) json["not_judged"] = result.not_judged;
  return json.dump(1) + "\n";
}

std::string power_markdown(const PowerResult& result, const std::string& command) {
  std::string out =
      "# Fault models\n\nMistakes in attention that people made, each as a subject (`attncheck check "
      "fault:GROUP/NAME`), "
      "with what notices it.\n";
  out +=
      fmt::format("Written by `{}`; do not edit.\n\n```\n{}{}```\n\n", command, summary(result), peers_summary(result));
  out +=
      "## Matrix\n\n● noticed at every seed, ○ at some. Columns are the properties, then the checks of other "
      "suites.\n\n" +
      matrix(result) + "\n## Cards\n\n";
  for (const FaultPower& fault : result.faults) out += card_text(fault);
  out.pop_back();
  return out;
}

}  // namespace attncheck
