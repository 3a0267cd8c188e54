#include "core/added.h"

#include <list>
#include <utility>

namespace attncheck {
namespace {

/// Lists, so that the names of files stay where they are.
template <class Thing>
std::list<std::pair<const Thing*, std::string>>& loaded() {
  static std::list<std::pair<const Thing*, std::string>> all;
  return all;
}

template <class Thing>
std::vector<Added<Thing>> with_loaded(std::vector<Added<Thing>> all) {
  for (const auto& [thing, file] : loaded<Thing>()) all.push_back({thing, file.c_str()});
  return all;
}

}  // namespace

// What a program without additions has; a table written by attncheck_add_properties takes its place.
__attribute__((weak)) LinkedAdditions linked_additions() { return {}; }

std::vector<Added<Property>> added_properties() { return with_loaded(linked_additions().properties); }
std::vector<Added<Fault>> added_faults() { return with_loaded(linked_additions().faults); }

void add(const Property& property, const std::string& file) { loaded<Property>().emplace_back(&property, file); }
void add(const Fault& fault, const std::string& file) { loaded<Fault>().emplace_back(&fault, file); }

}  // namespace attncheck
