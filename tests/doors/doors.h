#pragma once
// doors.h: what the tests of this folder share: commands, an installation of the built tree, and the examples built on
// it. Everything is made once and kept in the build tree; parallel tests wait for each other.
// Errors: a command that fails throws std::runtime_error with all it printed.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace attncheck::doors {

namespace fs = std::filesystem;

struct Ran {
  int code = -1;     // exit code, or -1 for a signal
  std::string text;  // standard output and error
};

inline Ran run(const std::string& command) {
  Ran ran;
  std::FILE* pipe = popen(("exec 2>&1 </dev/null; " + command).c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no pipe for " + command);
  std::array<char, 4096> chunk;
  while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), pipe)) ran.text.append(chunk.data(), size);
  const int status = pclose(pipe);
  ran.code = status % 256 == 0 ? status / 256 : -1;
  return ran;
}

inline std::string must(const std::string& command) {
  const Ran ran = run(command);
  if (ran.code != 0) throw std::runtime_error(command + "\nended with " + std::to_string(ran.code) + "\n" + ran.text);
  return ran.text;
}

inline std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

inline std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline fs::path source_dir() { return ATTNCHECK_SOURCE_DIR; }
inline fs::path build_dir() { return ATTNCHECK_BINARY_DIR; }
inline fs::path doors_dir() { return build_dir() / "doors"; }

/// Held while something that is shared is made.
class Lock {
 public:
  Lock() {
    fs::create_directories(doors_dir());
    file_ = open((doors_dir() / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    if (file_ < 0 || flock(file_, LOCK_EX) != 0) throw std::runtime_error("no lock in " + doors_dir().string());
  }
  ~Lock() { close(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_ = -1;
};

/// An installation of the built tree, as it is now.
inline fs::path installed() {
  const Lock lock;
  const fs::path prefix = doors_dir() / "prefix";
  // What it links must be there; after a full build this does nothing.
  must("cmake --build " + quoted(build_dir()) + " --target attncheck attncheck_main attncheck_program");
  must("cmake --install " + quoted(build_dir()) + " --prefix " + quoted(prefix));
  return prefix;
}

/// `cmake` with the compiler, flags and build type of this tree.
inline std::string configure(const fs::path& source, const fs::path& build, const std::string& options) {
  return "cmake -G Ninja -C " + quoted(build_dir() / "downstream.cmake") + " -S " + quoted(source) + " -B " +
         quoted(build) + " " + options;
}

/// The examples as projects of their own, built on the installation.
inline fs::path built_examples() {
  const fs::path prefix = installed();
  const Lock lock;
  const fs::path build = doors_dir() / "examples";
  must(configure(source_dir() / "examples", build, "-DCMAKE_PREFIX_PATH=" + quoted(prefix)));
  must("cmake --build " + quoted(build));
  return build;
}

/// The examples in one project that takes this source tree into its build, and has targets called as our rooms are.
inline fs::path configured_with_source_tree() {
  const Lock lock;
  const fs::path source = doors_dir() / "with_source_tree";
  fs::create_directories(source);
  std::ofstream(source / "CMakeLists.txt")
      << "cmake_minimum_required(VERSION 3.21)\nproject(outer LANGUAGES C CXX)\nenable_testing()\n"
         "foreach(name words core reference property properties fault faults subject draw run report author cli main "
         "suite gtest)\n  add_custom_target(${name})\nendforeach()\n"
         "add_subdirectory(${EXAMPLES} examples)\n";
  must(configure(source, source / "build",
                 "-DATTNCHECK_SOURCE=" + quoted(source_dir()) + " -DEXAMPLES=" + quoted(source_dir() / "examples")));
  return source / "build";
}

/// A folder of the test's own, removed with this object.
class Folder {
 public:
  explicit Folder(const std::string& name) : path_(fs::temp_directory_path() / ("attncheck-doors-" + name)) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& path() const { return path_; }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }
  /// The command runs in the folder.
  Ran run(const std::string& command) const { return doors::run("cd " + quoted(path_) + " && " + command); }

 private:
  fs::path path_;
};

}  // namespace attncheck::doors
