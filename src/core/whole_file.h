#pragma once
// whole_file.h: a file that is there with all of its text or not at all, however the writing ends.
// Used where findings are saved. Errors: std::invalid_argument, "PATH: cannot be written: why".
#include <string>

namespace attncheck {

/// Replaces what was at `path`.
void write_whole(const std::string& path, const std::string& text);

}  // namespace attncheck
