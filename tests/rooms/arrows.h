#pragma once
// arrows.h: who may include whom, as one table (docs/design.md, "Who may include whom").
// Used by arrows_test.cpp. Every room may include the standard library and itself; the table lists what else.
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attncheck::tree {

struct Room {
  std::string path;  // a folder, or one file with a rule of its own
  std::vector<std::string>
      may_include;  // beginnings of what stands in the include line; "posix" for the system's and the processor's own
};

/// A room includes only what stands above it, so that there is no cycle. The last row that fits a file decides.
inline const std::vector<Room> rooms = {
    {"src/attncheck", {}},
    {"src/attention", {"attncheck/"}},
    {"src/core", {"attncheck/", "nlohmann/", "fmt/"}},
    {"src/core/table_reader.h", {"attncheck/", "core/", "fmt/", "toml++/"}},
    {"reference", {"attncheck/", "core/", "fmt/", "boost/", "hwy/", "mpfr.h", "mpfi.h", "gmp.h"}},
    {"reference/profile_file.cpp", {"attncheck/", "core/", "reference/", "fmt/"}},
    {"src/property", {"attncheck/", "core/", "fmt/", "boost/math/"}},
    {"src/fault", {"attncheck/", "core/"}},
    {"src/process", {"attncheck/", "core/", "fmt/", "posix"}},
    {"src/language", {"attncheck/", "core/", "process/", "fmt/", "nlohmann/", "posix"}},
    {"shims", {"posix"}},
    {"src/child", {"attncheck/", "core/", "process/", "fmt/", "posix"}},
    {"src/host", {"child/", "posix"}},
    {"src/subject",
     {"attncheck/", "core/", "attention/", "fault/", "process/", "child/", "language/", "fmt/", "posix"}},
    {"src/draw", {"attncheck/", "core/", "property/", "fmt/", "rapidcheck"}},
    {"src/diagnose",
     {"attncheck/", "core/", "property/check.h", "draw/", "fault/table.h", "subject/spec.h", "reference/make_oracle.h",
      "fmt/"}},
    {"src/run",
     {"attncheck/", "core/", "process/limits.h", "process/interruption.h", "process/whole_file.h", "process/workers.h",
      "property/", "draw/", "subject/", "diagnose/", "reference/make_oracle.h", "fmt/", "nlohmann/"}},
    {"src/offline",
     {"attncheck/", "core/", "property/table.h", "subject/spec.h", "run/runner.h", "fmt/", "nlohmann/", "zip.h"}},
    {"src/probe", {"attncheck/", "core/", "fmt/"}},
    {"src/power", {"attncheck/", "core/", "process/whole_file.h", "run/", "subject/spec.h", "fmt/", "nlohmann/"}},
    {"src/report", {"attncheck/", "core/", "run/result.h", "run/replay.h", "fmt/", "nlohmann/"}},
    {"src/gate",
     {"attncheck/", "core/", "process/interruption.h", "process/limits.h", "property/table.h", "subject/spec.h", "run/",
      "report/", "reference/make_oracle.h", "fmt/", "nlohmann/"}},
    {"src/grade",
     {"attncheck/", "core/", "attention/", "fault/table.h", "process/", "language/tester.h", "property/table.h",
      "subject/spec.h", "run/", "report/terminal.h", "gate/subject_keys.h", "fmt/", "nlohmann/"}},
    {"src/grade/digest.cpp", {"core/", "grade/", "sodium.h"}},
    {"src/feedback", {"attncheck/", "core/", "grade/", "report/", "process/whole_file.h", "fmt/", "nlohmann/"}},
    {"src/feedback/gradescope_zip.cpp", {"feedback/", "grade/", "process/whole_file.h", "fmt/", "zip.h"}},
    {"src/page",
     {"attncheck/", "core/", "grade/", "feedback/", "report/", "run/result.h", "property/table.h", "fault/table.h",
      "fmt/", "nlohmann/"}},
    {"src/author",
     {"attncheck/", "core/", "property/table.h", "fault/table.h", "subject/", "run/", "report/",
      "reference/make_oracle.h", "fmt/", "dlfcn.h"}},
    {"src/cli",
     {"attncheck/",
      "attention/",
      "core/",
      "property/table.h",
      "fault/table.h",
      "subject/",
      "run/",
      "report/",
      "author/",
      "gate/",
      "grade/",
      "feedback/",
      "page/",
      "power/",
      "offline/",
      "probe/probe.h",
      "language/shims.h",
      "process/",
      "reference/make_oracle.h",
      "fmt/",
      "nlohmann/",
      "CLI/"}},
    {"src/main", {"cli/program.h"}},
    {"src/attncheck/gtest.h", {"attncheck/", "gtest/"}},
    {"src/attncheck/rapidcheck.h", {"attncheck/", "rapidcheck"}},
    {"properties", {"attncheck/"}},
    {"faults", {"attncheck/"}},
    {"examples", {"attncheck/", "attncheck_tests.hpp"}},
    {"examples/gtest_program", {"attncheck/", "gtest/"}},
    {"examples/languages", {"attncheck_shim.hpp"}},
    {"examples/onednn", {"attncheck/", "dnnl.hpp"}},
    {"examples/real/eigen", {"attncheck/", "Eigen/"}},
    {"examples/real/libtorch", {"attncheck/", "ATen/", "c10/", "torch/"}},
    {"fuzz", {"core/problem_json.h", "gate/suite_file.h", "language/frames.h", "offline/", "reference/profile_file.h"}},
    {"bench", {"attncheck/", "attention/", "draw/", "reference/", "benchmark/", "boost/", "hwy/", "fmt/", "CLI/"}},
    {"bench/subjects", {"attncheck/", "subject/spec.h", "reference/make_oracle.h", "fmt/", "CLI/"}},
    {"tests",
     {"attncheck/", "attention/", "core/",      "reference/", "property/", "fault/",      "subject/",  "process/",
      "child/",     "language/",  "draw/",      "diagnose/",  "run/",      "report/",     "offline/",  "fuzz/",
      "probe/",     "power/",     "author/",    "gate/",      "cli/",      "grade/",      "feedback/", "page/",
      "gtest/",     "gmock/",     "rapidcheck", "nlohmann/",  "fmt/",      "boost/math/", "posix"}},
    {"tests/offline", {"attncheck/", "offline/", "subject/", "gtest/", "zip.h"}},
    {"tests/reference", {"attncheck/", "core/", "reference/", "gtest/", "boost/", "mpfr.h", "mpfi.h", "posix"}},
};

/// The row of the table for a file, or nothing when the file stands in no room.
inline const Room* room_of(std::string_view path) {
  const Room* found = nullptr;
  for (const Room& room : rooms) {
    if (path == room.path || path.starts_with(room.path + "/")) found = &room;
  }
  return found;
}

/// How files name the folder in an include line: src/core is core/, reference is reference/.
inline std::string include_prefix(const Room& room) {
  return (room.path.starts_with("src/") ? room.path.substr(4) : room.path) + "/";
}

inline bool is_standard(const std::string& include) {
  static const std::set<std::string> from_c = {"assert.h", "errno.h",  "fenv.h",   "float.h",   "limits.h",
                                               "math.h",   "stddef.h", "stdint.h", "stdbool.h", "stdio.h",
                                               "stdlib.h", "string.h", "tgmath.h"};
  return from_c.contains(include) || include.find_first_of("./") == std::string::npos;
}

inline bool is_posix(const std::string& include) {
  static const std::regex posix(
      R"((sys|linux|asm|arpa|netinet)/.*|)"
      R"((unistd|pwd|dlfcn|signal|fcntl|poll|pthread|spawn|sched|ucontext|time|dirent|link|[a-z]mmintrin)\.h)");
  return std::regex_match(include, posix);
}

inline bool may_include(const Room& room, const std::string& include) {
  if (is_standard(include) || include.starts_with(include_prefix(room))) return true;
  for (const std::string& allowed : room.may_include) {
    if (allowed == "posix" ? is_posix(include) : include.starts_with(allowed)) return true;
  }
  return false;
}

}  // namespace attncheck::tree
