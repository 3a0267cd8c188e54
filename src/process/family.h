#pragma once
// family.h: a process together with all that it started and that is not detached from it, as the system's /proc tells.
// Used by process.cpp. A process that ended meanwhile counts for nothing. No errors. Source: proc(5).
#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace attncheck {

std::vector<pid_t> children_of(pid_t parent);

/// `first`, its children, theirs, and so on.
std::vector<pid_t> family_of(pid_t first);

/// Bytes that lie in memory, those that two of them share counted twice.
std::uint64_t resident_bytes_of(const std::vector<pid_t>& family);

/// Seconds of a processor that those alive have had, all threads together.
double processor_seconds_of(const std::vector<pid_t>& family);

/// Seconds that their threads were ready to run and had to wait for a processor; 0 where the system does not count
/// them.
double waiting_seconds_of(const std::vector<pid_t>& family);

}  // namespace attncheck
