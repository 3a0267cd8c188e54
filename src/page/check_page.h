#pragma once
// check_page.h: a run as one HTML file that anybody can open, keep and send: what was found, as tables and pictures
// that can be checked by hand, what holds, and how near to the bounds. It holds the JSON report too, for programs. Used
// by the command line. Result in, text out; the same result gives the same text. No errors.
#include <string>

#include "report/view.h"

namespace attncheck {

std::string check_page(const RunResult& result, const ReportView& view);

}  // namespace attncheck
