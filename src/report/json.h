#pragma once
// json.h: a result as JSON, "attncheck result" version 1 (docs/formats.md).
// Used by --json and, as a part of its own, by the gate. Result in, text out; no errors.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/view.h"

namespace attncheck {

nlohmann::ordered_json result_json(const RunResult& result, const ReportView& view);
/// The same as text.
std::string json_report(const RunResult& result, const ReportView& view);

}  // namespace attncheck
