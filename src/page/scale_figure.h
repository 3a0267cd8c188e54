#pragma once
// scale_figure.h: why logits are divided by sqrt(head_dim), as two charts that say nothing of the subject.
// Used by check_page. The numbers are those of `attncheck lesson`: normal vectors of a fixed seed. HTML out; no errors.
#include <string>

namespace attncheck {

/// Worked out once a process.
const std::string& scale_figure_html();

}  // namespace attncheck
