#pragma once
// lesson.h: attncheck lesson: attention on four tokens, every number computed on the spot and every claim checked
// there. Used by main.cpp. Returns the exit code: 0, or 4 with one line on `out` when a claim of the lesson does not
// hold. Source: Vaswani et al., Attention Is All You Need, sections 3.2.1 and 3.2.2.
#include <ostream>

namespace attncheck {

int lesson(std::ostream& out);

}  // namespace attncheck
