#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <sstream>

#include "attncheck/text.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/added.h"
#include "core/near_names.h"
#include "fault/table.h"
#include "property/table.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

constexpr double largest_told = 0x1p21;  // no problem that is drawn has larger logits, whatever the profile

/// Something that can be explained, under the names people may use for it.
struct Entry {
  std::string name;
  std::string short_name;  // without its group; used when it is the only one so called
  std::function<std::string()> text;
};

/// Where somebody else's property or fault is written; empty for ours.
template <class Thing>
std::string file_of(const Thing* thing, const std::vector<Added<Thing>>& added) {
  for (const Added<Thing>& one : added)
    if (one.thing == thing) return one.file;
  return "";
}

std::string place(const char* folder, const std::string& id, const std::string& file) {
  return file.empty() ? fmt::format("{}/{}.cpp in the source tree", folder, id) : file;
}

/// "  label    text", the lines of a list below each other.
std::string field(const char* label, const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += fmt::format("  {:<11}{}\n", out.empty() ? label : "", line);
  return out;
}

/// The lines of a text.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The faults whose card says that this property speaks against them.
std::vector<std::string> caught_by(const Property& property) {
  std::vector<std::string> ids;
  for (const Fault* fault : all_faults()) {
    const std::vector<std::string> noticed_by = fault->card().noticed_by;
    if (std::ranges::find(noticed_by, property.id()) != noticed_by.end())
      ids.push_back(fmt::format("fault:{}   {}", fault->id(), fault->story));
  }
  return ids;
}

std::string property_text(const Property& property, const CommandLine& line) {
  return fmt::format("property {}\n", property.id()) + field("claim", {property.claim}) +
         field("how", lines_of(comment_of(property))) + field("catches", caught_by(property)) +
         field("text", {place("properties", property.id(), file_of(&property, added_properties()))}) +
         field("try it", {fmt::format("{} check SUBJECT --properties {}{}", line.program.name, property.id(),
                                      author_options(line))});
}

std::string fault_text(const Fault& fault, const CommandLine& line) {
  const Card card = fault.card();
  return fmt::format("fault {}\n", fault.id()) + field("story", {fault.story}) +
         field("how", lines_of(comment_of(fault))) + field("seen in", card.seen) +
         field("exposed by", {card.exposed_by}) + field("noticed by", card.noticed_by) +
         field("text", {place("faults", fault.id(), file_of(&fault, added_faults()))}) +
         field("see it", {fmt::format("{} check fault:{}{}", line.program.name, fault.id(), author_options(line))});
}

std::string profile_text(const Profile& profile) {
  std::string out = fmt::format("profile {}\n  {}\n", profile.name, profile.meaning);
  if (profile.dtype) out += fmt::format("  It describes {} only.\n", info(*profile.dtype).name);
  if (profile.inputs) out += fmt::format("  Problems hold numbers of {} only.\n", profile.inputs->name);
  if (std::isfinite(profile.max_logit) && profile.max_logit < largest_told)
    out += fmt::format("  Problems have logits of at most {} in size.\n", rough(profile.max_logit));
  if (profile.members.size() == 1)
    out += "  A subject holds when this one member explains all its problems (u is the unit roundoff):\n";
  else
    out += fmt::format(
        "  A subject holds when one of these {} members explains all its problems (u is the unit roundoff):\n",
        profile.members.size());
  for (const Member& member : profile.members) {
    out += fmt::format("\n  {}\n      {}\n", member.name, member.meaning);
    for (const std::string& step : member.steps) out += fmt::format("      - {}\n", step);
  }
  return out;
}

std::vector<Entry> entries(const CommandLine& line) {
  std::vector<Entry> all;
  for (const Property* property : all_properties())
    all.push_back({property->id(), property->name, [property, &line] { return property_text(*property, line); }});
  for (const Fault* fault : all_faults()) {
    const auto text = [fault, &line] { return fault_text(*fault, line); };
    all.push_back({fault->id(), fault->name, text});
    all.push_back({"fault:" + fault->id(), "", text});
  }
  for (const Profile& profile : profiles())
    for (const std::string& name : {profile.name, "profile:" + profile.name})
      all.push_back({name, "", [profile] { return profile_text(profile); }});
  return all;
}

/// The path of a profile's file that this names, or nothing: profile:PATH, or a path that ends in .toml.
std::optional<std::string> profile_file(const std::string& name) {
  const std::string scheme = "profile:";
  if (name.starts_with(scheme) && is_profile_path(name.substr(scheme.size()))) return name.substr(scheme.size());
  return name.ends_with(".toml") ? std::optional(name) : std::nullopt;
}

}  // namespace

int explain_name(const CommandLine& line, std::ostream& out) {
  const std::string& name = line.name;
  if (const auto file = profile_file(name)) {
    out << profile_text(find_profile(*file));
    return 0;
  }
  const std::vector<Entry> all = entries(line);
  auto found = std::ranges::find(all, name, &Entry::name);
  if (found == all.end() && std::ranges::count(all, name, &Entry::short_name) == 1)
    found = std::ranges::find(all, name, &Entry::short_name);
  if (found == all.end()) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Entry& entry : all) names.push_back(entry.name);
    throw WrongUse(fmt::format("{} is no property, fault or profile{} (attncheck list shows them)", name,
                               did_you_mean(name, names)));
  }
  out << found->text();
  return 0;
}

}  // namespace attncheck
