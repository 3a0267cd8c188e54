#include "author/load.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

#include "attncheck/fault.h"
#include "attncheck/property.h"
#include "core/added.h"
#include "fault/table.h"
#include "property/table.h"
#include "subject/compile.h"

namespace attncheck {
namespace {

/// What the two kinds of files are called, and how they hand over what is in them (attncheck/property.h, fault.h).
struct Kind {
  const char* noun;
  const char* option;
  const char* macro;
  const char* symbol;
  const char* layout_symbol;
  unsigned long layout;
};
constexpr Kind property_kind{"property",
                             "--property",
                             "ATTNCHECK_PROPERTY(group, name, claim)",
                             "attncheck_plugin_property",
                             "attncheck_plugin_property_layout",
                             property_layout};
constexpr Kind fault_kind{"fault",
                          "--fault",
                          "ATTNCHECK_FAULT(group, name, story)",
                          "attncheck_plugin_fault",
                          "attncheck_plugin_fault_layout",
                          fault_layout};

[[noreturn]] void fail(const Kind& kind, const std::string& file, const std::string& why) {
  throw std::invalid_argument(fmt::format("{} {}: {}", kind.option, file, why));
}

/// The loaded library. It stays for the life of the process: what is in it is in the tables.
void* load(const Kind& kind, const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension != ".cpp" && extension != ".cc" && extension != ".cxx")
    fail(kind, file, "expected a C++ file (.cpp, .cc or .cxx)");
  try {
    std::ostringstream log;
    const CompiledLibrary compiled(file, log, "-std=c++20 -DATTNCHECK_PLUGIN");
    if (void* library = dlopen(compiled.path().c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  } catch (const SubjectError& error) {
    const std::string hint =
        fmt::format("note: expected #include \"attncheck/{}.h\" and one {}, group and name as words without quotes",
                    kind.noun, kind.macro);
    const bool compiled = error.kind() != SubjectError::Kind::cannot_start;
    throw std::invalid_argument(fmt::format("{} {}{}", kind.option, error.what(), compiled ? "" : hint));
  }
  const char* why = dlerror();
  fail(kind, file, fmt::format("cannot be loaded, it may use attncheck/*.h and the standard library only: {}", why));
}

template <class Thing>
const Thing& hand_over(const Kind& kind, const Kind& other, const std::string& file) {
  void* library = load(kind, file);
  void* symbol = dlsym(library, kind.symbol);
  if (symbol == nullptr) {
    const bool mistaken = dlsym(library, other.symbol) != nullptr;
    fail(kind, file,
         fmt::format("defines no {}{}", kind.macro,
                     mistaken ? fmt::format("; it defines a {}, which goes with {}", other.noun, other.option) : ""));
  }
  const auto layout = reinterpret_cast<unsigned long (*)()>(dlsym(library, kind.layout_symbol));
  if (layout == nullptr || layout() != kind.layout)
    fail(kind, file, "was compiled with another layout of attncheck's types; look at CXX and CXXFLAGS");
  return *reinterpret_cast<const Thing* (*)()>(symbol)();
}

template <class Thing>
std::string place_of(const Thing& thing, const std::vector<Added<Thing>>& added) {
  for (const Added<Thing>& one : added)
    if (one.thing == &thing) return one.file;
  return "attncheck itself";
}

template <class Thing>
void require_free_name(const Kind& kind, const Thing& thing, const std::string& file,
                       const std::vector<const Thing*>& all, const std::vector<Added<Thing>>& added) {
  for (const Thing* other : all)
    if (other->id() == thing.id())
      fail(kind, file,
           fmt::format("there is a {} called {} already, in {}", kind.noun, thing.id(), place_of(*other, added)));
}

void require_card(const Fault& fault, const std::string& file) {
  const Card card = fault.card();
  if (card.shows_on) return;
  throw std::invalid_argument(fmt::format(
      "{}: the card of fault {} has no shows_on, but the smallest problem it shows on is expected", file, fault.id()));
}

void require_cost(const Property& property, const std::string& file) {
  if (property.cost < 1)
    throw std::invalid_argument(fmt::format("{}: the cost of property {} is {}, but at least 1 is expected", file,
                                            property.id(), property.cost));
}

template <class Thing>
void require_distinct(const char* noun, const std::vector<const Thing*>& all) {
  std::set<std::string> names;
  for (const Thing* thing : all)
    if (!names.insert(thing->id()).second)
      throw std::invalid_argument(
          fmt::format("two {} of this program are called {}; give one another name", noun, thing->id()));
}

}  // namespace

void load_property(const std::string& file) {
  const auto& property = hand_over<Property>(property_kind, fault_kind, file);
  require_free_name(property_kind, property, file, all_properties(), added_properties());
  require_cost(property, file);
  add(property, file);
}

void load_fault(const std::string& file) {
  const auto& fault = hand_over<Fault>(fault_kind, property_kind, file);
  require_free_name(fault_kind, fault, file, all_faults(), added_faults());
  require_card(fault, file);
  add(fault, file);
}

bool is_known_to_notice(const Property& property) {
  for (const Fault* fault : all_faults()) {
    const std::vector<std::string> noticed_by = fault->card().noticed_by;
    if (std::ranges::find(noticed_by, property.id()) != noticed_by.end()) return true;
  }
  return false;
}

void require_distinct_names() {
  require_distinct("properties", all_properties());
  require_distinct("faults", all_faults());
  for (const Added<Property>& added : added_properties()) require_cost(*added.thing, added.file);
  for (const Added<Fault>& added : added_faults()) require_card(*added.thing, added.file);
}

}  // namespace attncheck
