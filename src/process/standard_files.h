#pragma once
// standard_files.h: descriptors 0, 1 and 2, which a caller may have closed.
// Used by the command line before anything is opened. Errors: std::system_error.

namespace attncheck {

/// Opens /dev/null in the place of those that are closed: the next files would take their numbers, and a child would
/// overwrite them when it redirects its own. Returns whether standard output was there.
bool occupy_standard_files();

}  // namespace attncheck
