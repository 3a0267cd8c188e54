#pragma once
// builtin.h: the subjects that come with attncheck: its own compact attention, and the faults.
// Used by spec.cpp. Errors: SubjectError (wrong_name) listing the names there are, near ones first.
#include <string>
#include <vector>

#include "subject/child_subject.h"

namespace attncheck {

/// The function called `name` ("row", "matrix", "online").
RawFunction builtin_function(const std::string& name);

/// The fault called `id` ("causal/off_by_one").
RawFunction fault_function(const std::string& id);

}  // namespace attncheck
