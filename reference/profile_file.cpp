#include "reference/profile_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/text.h"
#include "reference/arithmetic_rules.h"

namespace attncheck {
namespace {

template <class E>
struct Word {
  const char* text;
  E value;
};

constexpr std::array forms = {
    Word<Form>{"normalise_last", Form::normalise_last}, Word<Form>{"normalise_first", Form::normalise_first},
    Word<Form>{"any_order", Form::any_order},           Word<Form>{"stored_lse", Form::stored_lse},
    Word<Form>{"split_merge", Form::split_merge},       Word<Form>{"running_mean", Form::running_mean}};
constexpr std::array rescalings = {Word<Rescales>{"none", Rescales::none},
                                   Word<Rescales>{"sequential", Rescales::sequential},
                                   Word<Rescales>{"merged", Rescales::merged}};
constexpr std::array storages = {Word<Storage>{"own", Storage::own}, Word<Storage>{"float32", Storage::float32},
                                 Word<Storage>{"bfloat16", Storage::bfloat16},
                                 Word<Storage>{"float16", Storage::float16}};
constexpr std::array dtypes = {Word<DType>{"float32", DType::float32}, Word<DType>{"float64", DType::float64}};

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

/// One table of a file, each key of which is asked for once; what nobody asked for is unknown.
class TableReader {
 public:
  TableReader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  [[noreturn]] void fail(toml::source_index line, const std::string& what) const {
    throw std::invalid_argument(fmt::format("{}:{}: {}", file_, std::max<toml::source_index>(line, 1), what));
  }
  /// At the line of the key, or where it is not given of the table.
  [[noreturn]] void fail_at(const std::string& key, const std::string& what) const {
    const auto found = table_.find(key);
    fail(found == table_.end() ? table_.source().begin.line : found->first.source().begin.line, what);
  }

  const toml::node* find(const std::string& key) {
    known_.push_back(key);
    return table_.get(key);
  }

  /// One line of text that is not empty.
  std::string text(const std::string& key, const std::optional<std::string>& otherwise = std::nullopt) {
    const toml::node* node = find(key);
    if (node == nullptr && otherwise) return *otherwise;
    if (node == nullptr) fail_at(key, fmt::format("{} is missing, expected a line of text", key));
    std::string found = typed<std::string>(key, *node, "a line of text");
    if (found.empty() || found != one_line(found)) fail_at(key, fmt::format("{} is not one line of text", key));
    return found;
  }

  void flag(const std::string& key, bool& flag) {
    if (const toml::node* node = find(key)) flag = typed<bool>(key, *node, "true or false");
  }

  void number(const std::string& key, double& number) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (!node->is_number())
      fail_at(key, fmt::format("{} is {}, expected a finite number of at least 0", key, kind_of(*node)));
    const double found = *node->value<double>();
    if (!std::isfinite(found) || found < 0)
      fail_at(key, fmt::format("{} is {}, expected a finite number of at least 0", key, found));
    number = found;
  }

  void whole_number(const std::string& key, int& number) {
    constexpr std::int64_t most = 1 << 30;
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const std::string expected = fmt::format("a whole number from 0 to {}", most);
    const auto found = typed<std::int64_t>(key, *node, expected);
    if (found < 0 || found > most) fail_at(key, fmt::format("{} is {}, expected {}", key, found, expected));
    number = static_cast<int>(found);
  }

  /// False when the key is not given.
  template <class E, std::size_t Count>
  bool word(const std::string& key, E& value, const std::array<Word<E>, Count>& words) {
    const toml::node* node = find(key);
    if (node == nullptr) return false;
    std::vector<std::string> known;
    known.reserve(Count);
    for (const Word<E>& word : words) known.emplace_back(word.text);
    const std::string expected = fmt::format("one of {}", fmt::join(known, ", "));
    const std::string found = typed<std::string>(key, *node, expected);
    const auto place = std::ranges::find(known, found);
    if (place == known.end()) fail_at(key, fmt::format("{} is \"{}\", expected {}", key, one_line(found), expected));
    value = words[static_cast<std::size_t>(place - known.begin())].value;
    return true;
  }

  /// To be called last.
  void refuse_unknown_keys() const {
    for (const auto& [key, node] : table_)
      if (std::ranges::find(known_, key.str()) == known_.end())
        fail(key.source().begin.line, fmt::format("unknown key {}, expected one of {}",
                                                  one_line(std::string(key.str())), fmt::join(known_, ", ")));
  }

 private:
  template <class T>
  T typed(const std::string& key, const toml::node& node, const std::string& expected) const {
    const auto found = node.value_exact<T>();
    if (!found) fail_at(key, fmt::format("{} is {}, expected {}", key, kind_of(node), expected));
    return *found;
  }

  const toml::table& table_;
  const std::string& file_;
  std::vector<std::string> known_;
};

Arithmetic read_fields(TableReader& in) {
  Arithmetic a;
  if (!in.word("form", a.form, forms)) in.fail_at("form", "form is missing, expected how weights are normalised");
  in.flag("fused_exp2", a.fused_exp2);
  in.flag("transformed", a.transformed);
  in.flag("prescaled", a.prescaled);
  in.flag("flushes", a.flushes);
  in.flag("certificates", a.certificates);
  in.flag("truncates", a.truncates);
  in.number("exp_error", a.exp_error);
  in.number("exp_slope", a.exp_slope);
  in.number("constant", a.constant);
  in.number("slack", a.slack);
  in.word("rescales", a.rescales, rescalings);
  in.whole_number("tile", a.tile);
  in.word("inputs", a.inputs, storages);
  in.word("logits", a.logits, storages);
  in.word("weights", a.weights, storages);
  in.flag("sums_stored_weights", a.sums_stored_weights);
  in.word("output", a.output, storages);
  return a;
}

bool is_plain(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

class ProfileReader {
 public:
  ProfileReader(const toml::table& root, const std::string& file) : in_(root, file), file_(file) {}

  ArithmeticProfile operator()(const std::vector<std::string>& taken) {
    profile_.words.name = in_.text("name");
    if (!is_plain(profile_.words.name)) in_.fail_at("name", "name has other characters than letters, digits, _ and -");
    if (std::ranges::find(taken, profile_.words.name) != taken.end())
      in_.fail_at("name", fmt::format("name is \"{}\", which is built in, expected another", profile_.words.name));
    profile_.words.meaning = in_.text("meaning");
    DType dtype{};
    if (in_.word("dtype", dtype, dtypes)) profile_.words.dtype = dtype;
    bool twins = false;
    in_.flag("flush_twins", twins);
    const toml::node* members = in_.find("member");
    in_.refuse_unknown_keys();
    read_members(members);
    profile_.base.resize(profile_.members.size());
    if (twins) add_twins();
    if (profile_.members.size() > max_members)
      in_.fail_at("member", fmt::format("there are {} members, flushing twins included, expected at most {}",
                                        profile_.members.size(), max_members));
    return std::move(profile_);
  }

 private:
  void read_members(const toml::node* members) {
    if (members == nullptr) in_.fail_at("member", "there is no member, expected at least one [[member]]");
    const toml::array* array = members->as_array();
    if (array == nullptr)
      in_.fail_at("member", fmt::format("member is {}, expected [[member]] tables", kind_of(*members)));
    if (array->empty()) in_.fail_at("member", "there is no member, expected at least one [[member]]");
    for (const toml::node& node : *array) {
      if (!node.is_table())
        in_.fail_at("member", fmt::format("a member is {}, expected [[member]] tables", kind_of(node)));
      read_member(*node.as_table(), array->size() == 1);
    }
  }

  /// The only member is called as the profile unless it has a name of its own.
  void read_member(const toml::table& table, bool only_one) {
    TableReader in(table, file_);
    const auto inherited = [&](const std::string& text) { return only_one ? std::optional(text) : std::nullopt; };
    const std::string name = in.text("name", inherited(profile_.words.name));
    const std::string meaning = in.text("meaning", inherited(profile_.words.meaning));
    Arithmetic member = read_fields(in);
    member.name = name;
    member.meaning = meaning;
    in.refuse_unknown_keys();
    if (const auto found = contradiction_of(member, profile_.words.dtype)) in.fail_at(found->key, found->why);
    for (const Arithmetic& before : profile_.members) {
      if (before.name == name) in.fail_at("name", fmt::format("a member before is called \"{}\" too", name));
      if (before.inputs != member.inputs)
        in.fail_at("inputs", "inputs differ from those of the member before, expected the same in all members");
    }
    profile_.members.push_back(std::move(member));
  }

  /// A flushing member is asked only where its base is excluded: its bound is never smaller.
  void add_twins() {
    const std::size_t count = profile_.members.size();
    for (std::size_t m = 0; m < count; ++m) {
      Arithmetic twin = profile_.members[m];
      if (twin.flushes) in_.fail_at("flush_twins", "flush_twins = true, expected no member with flushes = true");
      twin.flushes = true;
      twin.name += ", flush to zero";
      twin.meaning += "; subnormal numbers become zero";
      if (const auto found = contradiction_of(twin, profile_.words.dtype)) in_.fail_at("flush_twins", found->why);
      for (const Arithmetic& other : profile_.members)
        if (other.name == twin.name)
          in_.fail_at("flush_twins", fmt::format("two members are called \"{}\"", twin.name));
      profile_.members.push_back(std::move(twin));
      profile_.base.emplace_back(static_cast<int>(m));
    }
  }

  TableReader in_;
  const std::string& file_;
  ArithmeticProfile profile_;
};

}  // namespace

ArithmeticProfile read_profile(std::string_view text, const std::string& file, const std::vector<std::string>& taken) {
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw std::invalid_argument(fmt::format("{}:{}: this is no TOML: {}", file, error.source().begin.line,
                                            one_line(std::string(error.description()))));
  }
  return ProfileReader(root, file)(taken);
}

ArithmeticProfile load_profile(const std::string& path, const std::vector<std::string>& taken) {
  namespace fs = std::filesystem;
  constexpr std::uintmax_t most_bytes = 1 << 20;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) throw std::invalid_argument(fmt::format("{}: cannot be read: {}", path, error.message()));
  if (!fs::is_regular_file(status))
    throw std::invalid_argument(fmt::format("{}: is no file, expected a profile", path));
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > most_bytes)
    throw std::invalid_argument(fmt::format("{}: is larger than {} bytes, expected a profile", path, most_bytes));
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) throw std::invalid_argument(fmt::format("{}: cannot be read", path));
  return read_profile(text.str(), path, taken);
}

}  // namespace attncheck
