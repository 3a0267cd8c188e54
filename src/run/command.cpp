#include "run/command.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <random>

#include "core/text.h"
#include "process/limits.h"

namespace attncheck {

std::string opening_options(const Opening& opening) {
  std::string out;
  if (!opening.entry.float32.empty()) out += " --entry " + shell_word(opening.entry.float32);
  if (!opening.entry.float64.empty()) out += " --entry-f64 " + shell_word(opening.entry.float64);
  if (opening.wall.wanted) out += " --wall";
  for (const std::string& path : opening.wall.visible) out += " --visible " + shell_word(path);
  return out + limit_options(opening.limits);
}

std::string check_command(const std::string& start, const RunOptions& run) {
  const char* rc_params = std::getenv("RC_PARAMS");  // it decides what is drawn, so it is part of the command
  std::string out = rc_params == nullptr ? "" : fmt::format("RC_PARAMS={} ", shell_word(rc_params));
  out += fmt::format("{} --effort {} --seed {}", start, run.effort, run.seed);
  if (run.properties != "*") out += " --properties " + shell_word(run.properties);
  if (run.dtype) out += fmt::format(" --dtype {}", info(*run.dtype).name);
  for (const auto& [key, value] : run.declared)
    out += fmt::format(" --declare {}", shell_word(fmt::format("{}={}", key, value)));
  return out;
}

std::string declares_line(const std::string& name, const std::map<std::string, std::string>& declared) {
  std::string out;
  for (const auto& [key, value] : declared) out += fmt::format(" {}={}", key, shell_word(one_line(value)));
  return out.empty() ? out : fmt::format("{} declares{}\n", name, out);
}

std::string wall_line(const std::string& wall) { return wall.empty() ? wall : "wall: " + wall + "\n"; }

std::optional<std::uint64_t> parse_seed(const std::string& text) {
  if (text == "random") {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
  }
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

}  // namespace attncheck
