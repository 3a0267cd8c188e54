#pragma once
// call_outcome.h: what a call that ended in some way says of the subject. Used by Check and by the gate. No errors.
#include "attncheck/subject.h"
#include "attncheck/verdict.h"

namespace attncheck {

/// One that returned holds as far as this goes.
Outcome outcome_of(CallStatus status);

}  // namespace attncheck
