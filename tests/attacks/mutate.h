#pragma once
// mutate.h: small random changes of a problem, and the smallest problem that still shows what it shows.
// Used by climb. Only row 0 of the query is changed, because it is the one that is judged. Errors: none.
#include "attncheck/random.h"
#include "tests/attacks/kernels.h"

namespace attncheck::attacks {

/// One to three changes: an element replaced, a tensor scaled, a row scaled or copied, two keys swapped, a key added or
/// taken away.
void mutate(Problem& problem, const Kernel& kernel, Random& random);

/// The same problem without one key, channel or column. Precondition: there are two.
Problem without_key(const Problem& problem, Index j);
Problem without_channel(const Problem& problem, Index k);
Problem without_column(const Problem& problem, Index c);

}  // namespace attncheck::attacks
