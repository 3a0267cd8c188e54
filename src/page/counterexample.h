#pragma once
// counterexample.h: one finding as a reader can check it by hand: its numbers as tables with the first bad cell marked,
// and what attention looks at there as pictures. Used by check_page. HTML out; no errors.
#include <cstddef>
#include <string>

#include "report/view.h"

namespace attncheck {

/// Finding k of a property. `most_edge`: cells of a picture each way, so that many findings do not make a page that no
/// browser opens.
std::string counterexample_html(const RunResult& result, const PropertyResult& property, std::size_t k,
                                const ReportView& view, Index most_edge);

}  // namespace attncheck
