#pragma once
// json.h: a result as JSON, "attncheck result" version 1 (docs/formats.md).
// Used by --json. Result in, text out; no errors.
#include <string>

#include "report/view.h"

namespace attncheck {

std::string json_report(const RunResult& result, const ReportView& view);

}  // namespace attncheck
