#pragma once
// raw_options.h: what CLI11 is told about every command, and what it leaves as text because our messages are clearer.
// Used by options.cpp. No errors.
#include <string>
#include <vector>

#include "cli/options.h"

namespace CLI {
class App;
}

namespace attncheck {

struct RawOptions {
  std::string seed;
  std::string dtype;
  std::string seconds;
  std::vector<std::string> declared;
  std::vector<std::string> limits;
  std::string shapes;
  std::string shard;
  int jobs = 0;
  bool no_save = false;
  bool no_peers = false;
  bool no_diagnosis = false;
};

/// The commands and their options; what is given lands in `line` and `raw`, which must outlive the parsing.
void add_verbs(CLI::App& app, CommandLine& line, RawOptions& raw);

}  // namespace attncheck
