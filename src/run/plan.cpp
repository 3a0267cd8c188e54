#include "run/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
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

/// "64,128", ascending in the result.
std::vector<Index> whole_numbers(const std::string& key, const std::string& text) {
  std::vector<Index> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) numbers.push_back(whole_number(key, part));
  if (numbers.empty()) whole_number(key, text);
  std::ranges::sort(numbers);
  return numbers;
}

/// "128x64,1024x64x32"
std::vector<Shape> shapes_of(const std::string& key, const std::string& text) {
  std::vector<Shape> shapes;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::vector<Index> sizes;
    std::istringstream numbers(part);
    for (std::string number; std::getline(numbers, number, 'x');) sizes.push_back(whole_number(key, number));
    if (sizes.size() != 2 && sizes.size() != 3)
      throw std::invalid_argument(
          fmt::format("--declare {}={}: {} is no shape, expected one such as 128x64 or 128x64x32", key, text, part));
    shapes.push_back({sizes[0], sizes[1], sizes.back()});
  }
  if (shapes.empty()) whole_number(key, text);
  return shapes;
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

/// How many shapes a run asks; a run at the highest effort does not get to see more of them than this.
Index number_of_shapes(const std::string& key, const std::string& text) {
  constexpr Index most = 1000;
  const Index count = whole_number(key, text);
  if (count > most) throw std::invalid_argument(fmt::format("--declare {}={}: expected at most {}", key, text, most));
  return count;
}

/// False for a key that is about something else.
bool declares_sizes(const std::string& key, const std::string& value, ShapeLimits& shapes) {
  if (key == "max_tokens")
    shapes.max_tokens = whole_number(key, value);
  else if (key == "tokens_multiple")
    shapes.tokens_multiple = whole_number(key, value);
  else if (key == "head_dim")
    shapes.head_dims = whole_numbers(key, value);
  else if (key == "max_dim")
    shapes.max_dim = whole_number(key, value);
  else if (key == "dim_multiple")
    shapes.dim_multiple = whole_number(key, value);
  else if (key == "square")
    shapes.square = yes_or_no(key, value);
  else if (key == "shapes")
    shapes.only = shapes_of(key, value);
  else if (key == "causal")
    shapes.causal = yes_or_no(key, value);
  else
    return false;
  return true;
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
          {"tokens_multiple", "it accepts tokens in multiples of this only"},
          {"head_dim", "it accepts these only: 64 or 64,128"},
          {"max_dim", "the largest head_dim and value_dim it accepts"},
          {"dim_multiple", "it accepts head_dim and value_dim in multiples of this only"},
          {"square", "yes: it accepts value_dim = head_dim only"},
          {"shapes",
           "it accepts these only: 128x64,1024x64x32 (tokens x head_dim x value_dim, which is head_dim unless given)"},
          {"distinct_shapes", "a run asks this many shapes at most: for compilers that specialise per shape"},
          {"causal", "yes: it accepts causal problems only; no: only those that are not"},
          {"repeatable", "no: two calls on the same problem may round differently"},
          {"concurrent", "yes: it may be called from several threads at once"},
          {"nan", "yes: NaN in a key reaches every row that sees it and no other"}};
}

Declared read_declared(const std::map<std::string, std::string>& declared) {
  Declared result;
  for (const auto& [key, value] : declared) {
    if (declares_sizes(key, value, result.limits.shapes)) continue;
    if (key == "profile") {
      result.describes = known_profile(value).dtype;
      result.profile = value;
    } else if (key == "max_logit")
      result.limits.max_logit = positive_number(key, value);
    else if (key == "repeatable")
      result.promises.repeatable = yes_or_no(key, value);
    else if (key == "concurrent")
      result.promises.concurrent = yes_or_no(key, value);
    else if (key == "nan")
      result.promises.passes_nan = yes_or_no(key, value);
    else if (key != "distinct_shapes")
      throw std::invalid_argument(fmt::format("--declare {}={}: unknown key, expected one of {}", key, value,
                                              fmt::join(declarable_keys(), ", ")));
  }
  ShapeLimits& shapes = result.limits.shapes;
  if (!nearest({1, 1, 1}, shapes, {}))
    throw std::invalid_argument(
        "--declare: no size is left that the subject takes: each is beyond another of the limits declared");
  if (const auto count = declared.find("distinct_shapes"); count != declared.end())
    shapes.only = few_shapes(number_of_shapes(count->first, count->second), shapes);
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
