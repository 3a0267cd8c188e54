#pragma once
// smaller.h: a counterexample whose answer is wrong by itself, made smaller whatever property found it.
// Used by property_run. A property shrinks what it drew; one that asks a list of problems drew none of them.
#include <optional>

#include "run/property_run.h"

namespace attncheck {

/// The failure on a smaller problem that the subject, asked it once, answers beyond the bound as well. `tries` becomes
/// how many were asked, at most `budget`. Nothing when the failure is of another kind, does not show in one call, or
/// nothing smaller shows it.
std::optional<CaseFailed> made_smaller(const CaseFailed& failed, const DTypeRun& shared, int budget, Index& tries);

}  // namespace attncheck
