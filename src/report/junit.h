#pragma once
// junit.h: a result as JUnit XML, for continuous integration: a testsuite a dtype, a testcase a property
// (docs/formats.md). Used by --junit of check and gate. Result in, text out; no errors.
#include <string>
#include <string_view>
#include <vector>

#include "report/view.h"

namespace attncheck {

std::string junit_report(const RunResult& result, const ReportView& view);

/// One of several runs in one file.
struct JunitRun {
  std::string name;  // what the names of its testsuites begin with
  const RunResult* result = nullptr;
  ReportView view;
};
std::string junit_report(const std::string& name, const std::vector<JunitRun>& runs);

/// `text` between tags or quotes: escaped, valid UTF-8, and without the control characters XML 1.0 cannot hold.
std::string xml_escaped(std::string_view text);

}  // namespace attncheck
