#include "process/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attncheck {
namespace {

constexpr double mebibyte = 1 << 20;
constexpr double most = 1e6;  // in either unit: eleven days, and more memory than a machine has

double limit(const Limits& limits, const std::string& key) {
  if (key == "start") return limits.start_seconds;
  if (key == "first_call") return limits.first_call_seconds;
  if (key == "call") return limits.call_seconds;
  return static_cast<double>(limits.resident_bytes) / mebibyte;
}

/// Those that are not what they are unless given.
std::vector<std::string> given(const Limits& limits) {
  std::vector<std::string> keys;
  for (const LimitWord& word : limit_words())
    if (limit(limits, word.key) != limit(Limits{}, word.key)) keys.push_back(word.key);
  return keys;
}

}  // namespace

const std::vector<LimitWord>& limit_words() {
  static const std::vector<LimitWord> words = [] {
    const Limits usual;
    const auto unless_given = [&](const std::string& key) {
      return fmt::format("{:g} unless given", limit(usual, key));
    };
    return std::vector<LimitWord>{
        {"start", "seconds until it can be called; " + unless_given("start")},
        {"first_call", "seconds for the first call of a shape; " + unless_given("first_call")},
        {"call", "seconds for any other call; " + unless_given("call") + "; more where there is much to multiply"},
        {"memory", "MiB by which it may grow; " + unless_given("memory")}};
  }();
  return words;
}

void set_limit(Limits& limits, const std::string& key, double value) {
  if (!(value > 0) || value > most)
    throw std::invalid_argument(
        fmt::format("{} is {:g}, but a number above 0 and up to {:g} is expected", key, value, most));
  if (key == "start") limits.start_seconds = value;
  if (key == "first_call") limits.first_call_seconds = value;
  if (key == "call") limits.call_seconds = value;
  if (key == "memory") limits.resident_bytes = static_cast<std::uint64_t>(std::ceil(value * mebibyte));
}

std::string limit_options(const Limits& limits) {
  std::string out;
  for (const std::string& key : given(limits)) out += fmt::format(" --limit {}={}", key, limit(limits, key));
  return out;
}

std::string limit_keys(const Limits& limits) {
  std::string out;
  for (const std::string& key : given(limits))
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", key, limit(limits, key));
  return out.empty() ? out : fmt::format("limit = {{ {} }}\n", out);
}

}  // namespace attncheck
