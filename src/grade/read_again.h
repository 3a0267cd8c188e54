#pragma once
// read_again.h: what a student who made a mistake should read again, in one sentence.
// Used by the scorer. Text in, text out; no errors.
#include <string>
#include <vector>

namespace attncheck {

/// For the faults that a diagnosis names ("scale/missing"); empty when it names none. Chapters are those of
/// `attncheck lesson`.
std::string read_again(const std::vector<std::string>& faults);

}  // namespace attncheck
