#pragma once
// version.h: the version of attncheck, for --version and for files. A test keeps it equal to the one in CMakeLists.txt.

namespace attncheck {

inline constexpr const char* version = "0.1.0";

}  // namespace attncheck
