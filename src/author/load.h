#pragma once
// load.h: a C++ file with a property or a fault, compiled with the system compiler and loaded into this process.
// Used by the command line for --property FILE and --fault FILE. The name comes from the macro in the file, not from
// its path. The bodies run in this process, so what crashes there ends it.
// Errors: std::invalid_argument: one line that names the file, and below it the compiler's own.
#include <string>

#include "attncheck/property.h"

namespace attncheck {

/// After this all_properties() has the file's property.
void load_property(const std::string& file);

/// After this all_faults() has the file's fault.
void load_fault(const std::string& file);

/// Does the card of a fault of this program say that this property notices it? In our own tree each must.
bool is_known_to_notice(const Property& property);

/// Throws when two properties or two faults of this program have one name, or a property's cost is below one.
void require_distinct_names();

}  // namespace attncheck
