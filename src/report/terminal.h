#pragma once
// terminal.h: a result as text for a person: findings first, then one line a property, then the verdict.
// Used by the command line and by attncheck/gtest.h. Result in, text out; no errors.
#include <string>

#include "report/view.h"

namespace attncheck {

/// Everything. Without view.verbose at most three findings are shown in full.
std::string terminal_report(const RunResult& result, const ReportView& view);

/// All findings of one property, each with its counterexample as small tables.
std::string finding_report(const RunResult& result, const PropertyResult& property, const ReportView& view);

}  // namespace attncheck
