#pragma once
// table_reader.h: a TOML file table by table, each key asked for once, every complaint with file and line.
// Used by the readers of profiles and of attncheck.toml. Errors: std::invalid_argument, one line, "FILE:LINE: what was
// wrong, what was expected"; "FILE: ..." for a file that cannot be read at all.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"

namespace attncheck {

/// What a word of a file stands for.
template <class E>
struct Word {
  const char* text;
  E value;
};

inline std::string kind_of(const toml::node& node) {
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

  /// Lines of text, none when the key is not given.
  std::vector<std::string> texts(const std::string& key) {
    const toml::node* node = find(key);
    if (node == nullptr) return {};
    const toml::array* array = node->as_array();
    if (array == nullptr) fail_at(key, fmt::format("{} is {}, expected an array of texts", key, kind_of(*node)));
    std::vector<std::string> found;
    for (const toml::node& one : *array) {
      found.push_back(typed<std::string>(key, one, "an array of texts"));
      if (found.back().empty() || found.back() != one_line(found.back()))
        fail_at(key, fmt::format("an element of {} is not one line of text", key));
    }
    return found;
  }

  void flag(const std::string& key, bool& flag) {
    if (const toml::node* node = find(key)) flag = typed<bool>(key, *node, "true or false");
  }

  /// False when the key is not given.
  bool number(const std::string& key, double& number) {
    const toml::node* node = find(key);
    if (node == nullptr) return false;
    if (!node->is_number())
      fail_at(key, fmt::format("{} is {}, expected a finite number of at least 0", key, kind_of(*node)));
    const double found = *node->value<double>();
    if (!std::isfinite(found) || found < 0)
      fail_at(key, fmt::format("{} is {}, expected a finite number of at least 0", key, found));
    number = found;
    return true;
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

  /// What stands under the [[header]]s of `key`, at least one.
  std::vector<const toml::table*> tables(const std::string& key, const toml::node* node,
                                         const std::string& header) const {
    const auto none = [&] { fail_at(key, fmt::format("there is no {}, expected at least one [[{}]]", key, header)); };
    if (node == nullptr) none();
    const toml::array* array = node->as_array();
    if (array == nullptr) fail_at(key, fmt::format("{} is {}, expected [[{}]] tables", key, kind_of(*node), header));
    if (array->empty()) none();
    std::vector<const toml::table*> found;
    for (const toml::node& one : *array) {
      if (!one.is_table()) fail_at(key, fmt::format("a {} is {}, expected [[{}]] tables", key, kind_of(one), header));
      found.push_back(one.as_table());
    }
    return found;
  }
  std::vector<const toml::table*> tables(const std::string& key, const toml::node* node) const {
    return tables(key, node, key);
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

inline toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw std::invalid_argument(fmt::format("{}:{}: this is no TOML: {}", file, error.source().begin.line,
                                            one_line(std::string(error.description()))));
  }
}

/// The text of a file that should be `expected` ("a profile").
inline std::string text_of_toml(const std::string& path, const std::string& expected) {
  namespace fs = std::filesystem;
  constexpr std::uintmax_t most_bytes = 1 << 20;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) throw std::invalid_argument(fmt::format("{}: cannot be read: {}", path, error.message()));
  if (!fs::is_regular_file(status))
    throw std::invalid_argument(fmt::format("{}: is no file, expected {}", path, expected));
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > most_bytes)
    throw std::invalid_argument(fmt::format("{}: is larger than {} bytes, expected {}", path, most_bytes, expected));
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) throw std::invalid_argument(fmt::format("{}: cannot be read", path));
  return text.str();
}

}  // namespace attncheck
