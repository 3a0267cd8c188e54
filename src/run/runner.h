#pragma once
// runner.h: brings a subject before the properties.
// Used by the command line and by attncheck/gtest.h. Errors: std::invalid_argument for a wrong option (exit code 2).
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attncheck/property.h"
#include "attncheck/subject.h"
#include "core/shard.h"
#include "run/result.h"

namespace attncheck {

struct Part;
class PartsElsewhere;

inline constexpr std::uint64_t default_seed = 20170612;  // the day Attention Is All You Need was posted

struct RunOptions {
  std::string effort = "default";  // quick | default | thorough
  std::uint64_t seed = default_seed;
  std::string properties = "*";                 // glob over group/name
  std::optional<DType> dtype;                   // only this one
  std::map<std::string, std::string> declared;  // profile, max_logit, max_tokens
  bool takes_its_word = true;                   // what the subject declares of itself holds too
  std::optional<double> seconds;                // emergency brake: what is left ends as gave_up
  bool shrink = true;                           // false where only some problems have an answer
  int jobs = 1;            // properties asked at once, each in a process of its own; 0: one a core where that is safe
  bool fail_fast = false;  // after a first failure what is left is withheld
  /// Asks only these parts (a part is a property on a dtype), and leaves what needs them all to who puts them together.
  std::optional<Shard> shard;
  std::function<void(std::size_t part, const Part&)> keep;  // called with each part that was decided; may be empty
  const PartsElsewhere* elsewhere = nullptr;                // every part comes from there, and none is asked here
  std::function<void(const std::string&)> progress;         // one short line; may be empty
  std::function<void(const PropertyResult&)> finished;      // called after each property; may be empty
  bool diagnose = false;                                    // after a falsified property, say which mistake it may be
  /// Runs a body and returns what failed in it that the engine cannot see (EXPECT_* of GoogleTest); may be empty.
  std::function<std::optional<std::string>(const std::function<void()>&)> body_guard;
};

/// The names and meanings of the keys --declare knows.
std::vector<std::pair<std::string, std::string>> declarable();

/// Runs every property that matches on every dtype of the subject that is asked for.
RunResult run(Subject& subject, const std::vector<const Property*>& properties, const RunOptions& options);

}  // namespace attncheck
