#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cli/near_names.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/added.h"
#include "fault/table.h"
#include "property/table.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

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

std::string property_text(const Property& property) {
  const std::string file = file_of(&property, added_properties());
  return fmt::format(
      "property {}\n  claim    {}\n  text     {}, in terms of draw, run and compare\n"
      "  try it   attncheck check SUBJECT --properties {}\n",
      property.id(), property.claim,
      file.empty() ? fmt::format("properties/{}.cpp in the source tree", property.id()) : file, property.id());
}

std::string fault_text(const Fault& fault) {
  const std::string file = file_of(&fault, added_faults());
  return fmt::format(
      "fault {}\n  story    {}\n  text     {}, as a change to plain attention\n"
      "  see it   attncheck check fault:{}\n",
      fault.id(), fault.story, file.empty() ? fmt::format("faults/{}.cpp in the source tree", fault.id()) : file,
      fault.id());
}

std::string profile_text(const Profile& profile) {
  std::string out =
      fmt::format("profile {}\n  {}\n  A subject holds when one of these {} members explains all its problems:\n",
                  profile.name, profile.meaning, profile.members.size());
  for (const Member& member : profile.members) out += fmt::format("\n  {}\n      {}\n", member.name, member.meaning);
  return out;
}

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const Property* property : all_properties())
    all.push_back({property->id(), property->name, [property] { return property_text(*property); }});
  for (const Fault* fault : all_faults()) {
    const auto text = [fault] { return fault_text(*fault); };
    all.push_back({fault->id(), fault->name, text});
    all.push_back({"fault:" + fault->id(), "", text});
  }
  for (const Profile& profile : profiles(DType::float32))
    all.push_back({profile.name, "", [profile] { return profile_text(profile); }});
  return all;
}

}  // namespace

int explain_name(const std::string& name, std::ostream& out) {
  const std::vector<Entry> all = entries();
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
