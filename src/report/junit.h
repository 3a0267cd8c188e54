#pragma once
// junit.h: a result as JUnit XML, for continuous integration: a testsuite a dtype, a testcase a property
// (docs/formats.md). Used by --junit. Result in, text out; no errors.
#include <string>
#include <string_view>

#include "report/view.h"

namespace attncheck {

std::string junit_report(const RunResult& result, const ReportView& view);

/// `text` between tags or quotes: escaped, valid UTF-8, and without the control characters XML 1.0 cannot hold.
std::string xml_escaped(std::string_view text);

}  // namespace attncheck
