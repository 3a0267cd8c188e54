#include "run/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "property/table.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

constexpr std::array efforts = {Effort{"quick", 30, 300}, Effort{"default", 210, 600}, Effort{"thorough", 4000, 3000}};

/// Groups in the order in which they are judged; groups of other people come after these.
constexpr std::array groups = {"shape",   "conduct",  "causality", "normalization", "scaling",
                               "average", "symmetry", "extremes",  "accuracy"};

std::size_t rank(const Property& property) {
  return static_cast<std::size_t>(std::ranges::find(groups, std::string_view(property.group)) - groups.begin());
}

double positive_number(const std::string& key, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !(number > 0))
    throw std::invalid_argument(fmt::format("--declare {}={}: expected a positive number", key, text));
  return number;
}

Index whole_number(const std::string& key, const std::string& text) {
  const double number = positive_number(key, text);
  if (number != std::floor(number) || number > 0x1p40)
    throw std::invalid_argument(fmt::format("--declare {}={}: expected a whole number of at least 1", key, text));
  return static_cast<Index>(number);
}

bool yes_or_no(const std::string& key, const std::string& text) {
  if (text != "yes" && text != "no")
    throw std::invalid_argument(fmt::format("--declare {}={}: expected yes or no", key, text));
  return text == "yes";
}

std::vector<std::string> declarable_keys() {
  std::vector<std::string> keys;
  for (const auto& [key, meaning] : declarable()) keys.push_back(key);
  return keys;
}

Profile known_profile(const std::string& name) {
  std::vector<std::string> names;
  for (const Profile& profile : profiles()) names.push_back(profile.name);
  if (!is_profile_path(name) && std::ranges::find(names, name) == names.end())
    throw std::invalid_argument(fmt::format("--declare profile={}: expected one of {}, or the path of a .toml file",
                                            name, fmt::join(names, ", ")));
  return find_profile(name);
}

}  // namespace

const Effort& effort(std::string_view name) {
  for (const Effort& known : efforts)
    if (known.name == name) return known;
  throw std::invalid_argument(fmt::format("--effort {}: expected quick, default or thorough", name));
}

int problems_of(const Property& property, DType dtype, const Effort& effort) {
  const int problems = dtype == DType::float64 ? effort.problems / 2 : effort.problems;
  return std::max(1, problems / property.cost);
}

std::vector<std::pair<std::string, std::string>> declarable() {
  return {{"profile",
           "the arithmetic it computes in: a name of attncheck list, or the path of a .toml file (docs/profiles.md)"},
          {"max_logit", "the largest |logit| it promises to handle"},
          {"max_tokens", "the most tokens it accepts"},
          {"repeatable", "no: two calls on the same problem may round differently"},
          {"concurrent", "yes: it may be called from several threads at once"},
          {"nan", "yes: NaN in a key reaches every row that sees it and no other"}};
}

Declared read_declared(const std::map<std::string, std::string>& declared) {
  Declared result;
  for (const auto& [key, value] : declared) {
    if (key == "profile") {
      result.describes = known_profile(value).dtype;
      result.profile = value;
    } else if (key == "max_logit")
      result.limits.max_logit = positive_number(key, value);
    else if (key == "max_tokens")
      result.limits.max_tokens = whole_number(key, value);
    else if (key == "repeatable")
      result.promises.repeatable = yes_or_no(key, value);
    else if (key == "concurrent")
      result.promises.concurrent = yes_or_no(key, value);
    else if (key == "nan")
      result.promises.passes_nan = yes_or_no(key, value);
    else
      throw std::invalid_argument(fmt::format("--declare {}={}: unknown key, expected one of {}", key, value,
                                              fmt::join(declarable_keys(), ", ")));
  }
  return result;
}

std::map<std::string, std::string> declared_of(const Subject& subject,
                                               const std::map<std::string, std::string>& by_user) {
  try {
    read_declared(subject.declared());
  } catch (const std::invalid_argument& error) {
    throw SubjectError(SubjectError::Kind::cannot_start,
                       fmt::format("{} declares of itself what it may not: {}", subject.name(), error.what()));
  }
  std::map<std::string, std::string> declared = by_user;
  declared.insert(subject.declared().begin(), subject.declared().end());
  if (!subject.takes_threads() && read_declared(declared).promises.concurrent)
    throw std::invalid_argument(
        fmt::format("--declare concurrent=yes: {} is a program, which answers one problem at a time", subject.name()));
  return declared;
}

Declared declared_on(const Declared& declared, DType dtype) {
  Declared here = declared;
  if (declared.describes.value_or(dtype) != dtype) here.profile = Declared{}.profile;
  const Profile profile = find_profile(here.profile);
  here.limits.max_logit = std::min(here.limits.max_logit, profile.max_logit);
  here.limits.max_value = std::min(here.limits.max_value, profile.max_value);
  here.limits.inputs = profile.inputs;
  return here;
}

void require_described(const Declared& declared, const std::vector<DType>& dtypes) {
  if (!declared.describes || std::ranges::find(dtypes, *declared.describes) != dtypes.end()) return;
  std::vector<std::string_view> judged;
  judged.reserve(dtypes.size());
  for (const DType dtype : dtypes) judged.push_back(info(dtype).name);
  throw std::invalid_argument(fmt::format("--declare profile={}: it describes {} only, and this run judges {}",
                                          declared.profile, info(*declared.describes).name, fmt::join(judged, ", ")));
}

// Only the last star can need another try, so no pattern takes more than |glob| * |text| steps.
bool matches(std::string_view glob, std::string_view text) {
  std::size_t at = 0;
  std::size_t after_star = std::string_view::npos;
  std::size_t tried = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (at < glob.size() && glob[at] == '*') {
      after_star = ++at;
      tried = i;
    } else if (at < glob.size() && (glob[at] == '?' || glob[at] == text[i])) {
      ++at;
      ++i;
    } else if (after_star != std::string_view::npos) {
      at = after_star;
      i = ++tried;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', at) == std::string_view::npos;
}

bool is_property(const std::string& id) {
  return std::ranges::any_of(all_properties(), [&](const Property* property) { return property->id() == id; });
}

std::vector<const Property*> select(const std::vector<const Property*>& properties, std::string_view glob) {
  std::vector<const Property*> chosen;
  std::ranges::copy_if(properties, std::back_inserter(chosen),
                       [&](const Property* property) { return matches(glob, property->id()); });
  std::ranges::stable_sort(chosen, {}, [](const Property* property) { return rank(*property); });
  return chosen;
}

std::vector<DType> select(const Subject& subject, const std::optional<DType>& only) {
  if (!only) return subject.dtypes();
  if (std::ranges::find(subject.dtypes(), *only) == subject.dtypes().end())
    throw std::invalid_argument(fmt::format("--dtype {}: {} does not offer it", info(*only).name, subject.name()));
  return {*only};
}

}  // namespace attncheck
