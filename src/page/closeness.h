#pragma once
// closeness.h: how near all compared answers of a run came to their bounds, as pictures over what decides the bound.
// Used by check_page. HTML out; no errors.
#include <string>

#include "run/result.h"

namespace attncheck {

/// One block of pictures a dtype; one sentence when nothing was compared with a bound.
std::string closeness_html(const RunResult& result);

}  // namespace attncheck
