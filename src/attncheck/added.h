#pragma once
// added.h: properties and faults of other people, linked into a program beside attncheck's own.
// Used by the tables that attncheck_add_properties and attncheck_add_faults write; not meant to be written by hand.
// A program that defines these two functions replaces the empty ones of the library. A table, and no registration by
// constructors: what a linker may drop would be a property that is never judged.
#include <vector>

#include "attncheck/fault.h"
#include "attncheck/property.h"

namespace attncheck {

template <class Thing>
struct Added {
  const Thing* thing;
  const char* file;  // where it is written, for `attncheck explain`
};

/// What was linked into this program, and the folder of attncheck's headers for files it compiles itself.
struct LinkedAdditions {
  std::vector<Added<Property>> properties;
  std::vector<Added<Fault>> faults;
  const char* include_dir = "";
};
LinkedAdditions linked_additions();

}  // namespace attncheck
