#include "reference/profiles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic_words.h"
#include "reference/built_in_profiles.h"
#include "reference/make_oracle.h"
#include "reference/profile_file.h"

namespace attncheck {
namespace {

const char* const undeclared = "any";

std::optional<NarrowType> narrow(Storage storage) {
  if (storage == Storage::own) return std::nullopt;
  const StorageInfo& type = info(storage);
  return NarrowType{type.name, type.precision, type.smallest_normal, type.largest};
}

/// The largest |logit| whose dot product, before it is scaled, surely fits where logits are stored: no drawn problem
/// has a head_dim above 256, whose root is 16; the rest is for the roundings. Base 2 makes a logit 1.44 times as large.
double most_logit(const Arithmetic& member) { return (info(member.logits).largest - member.constant) / 17; }

/// Outputs and inputs at half the range leave room for every rounding on the way.
double most_value(const Arithmetic& member) {
  return std::min(info(member.inputs).largest, info(member.output).largest) / 2;
}

/// What the rest of the project sees, from the members.
ArithmeticProfile complete(ArithmeticProfile profile) {
  Profile& words = profile.words;
  for (const Arithmetic& member : profile.members) {
    const std::optional<int> base = profile.base[words.members.size()];
    const auto steps = base ? std::vector{fmt::format("as the member \"{}\", and subnormal numbers become zero",
                                                      profile.members[static_cast<std::size_t>(*base)].name)}
                            : in_words(member);
    words.members.push_back({member.name, member.meaning, steps});
    words.max_logit = std::min(words.max_logit, most_logit(member));
    words.max_value = std::min(words.max_value, most_value(member));
  }
  words.inputs = narrow(profile.members.front().inputs);
  profile.quick_accept = words.name == undeclared;
  return profile;
}

std::vector<ArithmeticProfile> read_built_in() {
  std::vector<ArithmeticProfile> all;
  for (const BuiltInProfile& file : built_in_profiles()) all.push_back(complete(read_profile(file.text, file.file)));
  std::stable_partition(all.begin(), all.end(),
                        [](const ArithmeticProfile& profile) { return profile.words.name == undeclared; });
  return all;
}

std::vector<std::string> names_of(const std::vector<ArithmeticProfile>& profiles) {
  std::vector<std::string> names;
  names.reserve(profiles.size());
  for (const ArithmeticProfile& profile : profiles) names.push_back(profile.words.name);
  return names;
}

}  // namespace

const std::vector<ArithmeticProfile>& arithmetic_profiles() {
  static const std::vector<ArithmeticProfile> all = read_built_in();
  return all;
}

ArithmeticProfile arithmetic_profile(const std::string& name) {
  const std::vector<ArithmeticProfile>& all = arithmetic_profiles();
  if (is_profile_path(name)) return complete(load_profile(name, names_of(all)));
  const auto found = std::ranges::find(all, name, [](const auto& profile) { return profile.words.name; });
  if (found != all.end()) return *found;
  throw std::invalid_argument(
      fmt::format("unknown profile \"{}\"; known are {}", name, fmt::join(names_of(all), ", ")));
}

ArithmeticProfile arithmetic_profile(const std::string& name, DType dtype) {
  ArithmeticProfile profile = arithmetic_profile(name);
  if (profile.words.dtype && *profile.words.dtype != dtype)
    throw std::invalid_argument(fmt::format("profile {} describes {}, not {}", profile.words.name,
                                            info(*profile.words.dtype).name, info(dtype).name));
  return profile;
}

bool is_profile_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".toml"); }

Profile find_profile(const std::string& name) { return arithmetic_profile(name).words; }

std::vector<Profile> profiles() {
  std::vector<Profile> words;
  for (const ArithmeticProfile& profile : arithmetic_profiles()) words.push_back(profile.words);
  return words;
}

std::vector<Profile> profiles(DType dtype) {
  std::vector<Profile> words = profiles();
  std::erase_if(words, [&](const Profile& profile) { return profile.dtype && *profile.dtype != dtype; });
  return words;
}

}  // namespace attncheck
