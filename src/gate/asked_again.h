#pragma once
// asked_again.h: whether a saved counterexample still speaks against its subject.
// Used by the gate before it draws anything new. Whatever goes wrong is an outcome (checker_error); no errors.
#include "core/problem_json.h"
#include "gate/gate.h"

namespace attncheck {

/// Its problem is asked once, judged by what the subject declares now. A law that compares several calls need not show
/// in one: when the run will not draw it anyway (another seed), its property is also run at the seed of the file.
AskedAgain ask_again(const std::string& file, const Counterexample& saved, Subject& subject, const RunOptions& options);

}  // namespace attncheck
