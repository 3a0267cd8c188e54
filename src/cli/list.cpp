#include <fmt/format.h>

#include <algorithm>

#include "cli/verbs.h"
#include "fault/table.h"
#include "property/table.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

using NameTable = std::vector<std::pair<std::string, std::string>>;

void print(std::ostream& out, const std::string& title, const NameTable& rows) {
  std::size_t width = 0;
  for (const auto& [name, meaning] : rows) width = std::max(width, name.size());
  out << title << '\n';
  for (const auto& [name, meaning] : rows) out << fmt::format("  {:<{}}  {}\n", name, width, meaning);
  out << '\n';
}

}  // namespace

int list_names(std::ostream& out) {
  NameTable properties, faults, judged_by;
  for (const Property* property : all_properties()) properties.emplace_back(property->id(), property->claim);
  for (const Fault* fault : all_faults()) faults.emplace_back("fault:" + fault->id(), fault->story);
  for (const Profile& profile : profiles()) judged_by.emplace_back(profile.name, profile.meaning);
  print(out, fmt::format("properties ({}): what must hold", properties.size()), properties);
  print(out, fmt::format("faults ({}): wrong on purpose, and subjects to try the properties on", faults.size()),
        faults);
  print(out, "built-in subjects: a compact attention",
        {{"builtin:row", "row by row"}, {"builtin:matrix", "whole matrices"}, {"builtin:online", "online softmax"}});
  print(out,
        "profiles: the arithmetics a subject may be judged by (--declare profile=NAME, or the path of a .toml file)",
        judged_by);
  out << "attncheck explain NAME says more about one of them\n";
  return 0;
}

}  // namespace attncheck
