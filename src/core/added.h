#pragma once
// added.h: properties and faults of other people: those linked into the program, then those of loaded files.
// Used by all_properties() and all_faults(), which list them after attncheck's own, and by the command line.
// No errors: who adds one has seen that its name is free.
#include <string>
#include <vector>

#include "attncheck/added.h"

namespace attncheck {

std::vector<Added<Property>> added_properties();
std::vector<Added<Fault>> added_faults();

/// From now on all_properties() or all_faults() has it too. `file` is where it is written.
void add(const Property& property, const std::string& file);
void add(const Fault& fault, const std::string& file);

}  // namespace attncheck
