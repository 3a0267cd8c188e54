#pragma once
// arithmetic_words.h: an arithmetic in words, one sentence for each thing it does.
// Used by profiles, for `attncheck explain profile:NAME`. Errors: none.
#include <string>
#include <vector>

#include "reference/arithmetic.h"

namespace attncheck {

/// In the order in which a kernel does them: inputs, logits, exponentials, sums, output. u is the unit roundoff.
std::vector<std::string> in_words(const Arithmetic& arithmetic);

}  // namespace attncheck
