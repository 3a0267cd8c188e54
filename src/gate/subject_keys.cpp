#include "gate/subject_keys.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/near_names.h"
#include "core/table_reader.h"
#include "process/limits.h"
#include "property/table.h"
#include "reference/make_oracle.h"
#include "run/plan.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// As the command line takes it.
std::string word_of(const TableReader& in, const std::string& key, const toml::node& node) {
  if (const auto* flag = node.as_boolean()) return flag->get() ? "yes" : "no";
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* words = node.as_string()) return words->get();
  in.fail_at(key, fmt::format("declare {} is {}, expected a number, true, false or text", key, kind_of(node)));
}

/// Held against what --declare takes one key at a time, so that the line is that of the key.
std::string declared_word(const TableReader& in, const std::string& file, const std::string& key,
                          const toml::node& node) {
  std::string text = word_of(in, key, node);
  if (key == "profile" && is_profile_path(text)) text = from_folder_of(file, text);
  try {
    read_declared({{key, text}});
  } catch (const std::invalid_argument& error) {
    const std::string what = error.what();
    const std::string option = "--declare ";
    in.fail_at(key, "declare " + (what.starts_with(option) ? what.substr(option.size()) : key + ": " + what));
  }
  return text;
}

/// What stands under `key`, or nothing.
const toml::table* table_under(TableReader& in, const std::string& key, const char* form) {
  const toml::node* node = in.find(key);
  if (node != nullptr && !node->is_table())
    in.fail_at(key, fmt::format("{} is {}, expected a table {}", key, kind_of(*node), form));
  return node == nullptr ? nullptr : node->as_table();
}

}  // namespace

std::string from_folder_of(const std::string& file, const std::string& path) {
  return (fs::path(file).parent_path() / path).lexically_normal().string();
}

std::vector<std::string> property_ids() {
  std::vector<std::string> ids;
  for (const Property* property : all_properties()) ids.push_back(property->id());
  return ids;
}

std::string effort_in(TableReader& in, const char* otherwise) {
  constexpr std::array efforts = {Word<const char*>{"quick", "quick"}, Word<const char*>{"default", "default"},
                                  Word<const char*>{"thorough", "thorough"}};
  const char* effort = otherwise;
  in.word("effort", effort, efforts);
  return effort;
}

std::map<std::string, std::string> declared_in(TableReader& in, const std::string& file) {
  std::map<std::string, std::string> declared;
  const toml::table* table = table_under(in, "declare", "{ KEY = VALUE, ... }");
  if (table == nullptr) return declared;
  TableReader keys(*table, file);
  for (const auto& [key, meaning] : declarable())
    if (const toml::node* value = keys.find(key)) declared[key] = declared_word(keys, file, key, *value);
  keys.refuse_unknown_keys();
  return declared;
}

Limits limits_in(TableReader& in, const std::string& file) {
  Limits limits;
  const toml::table* table = table_under(in, "limit", "{ KEY = NUMBER, ... }");
  if (table == nullptr) return limits;
  TableReader keys(*table, file);
  for (const LimitWord& word : limit_words()) {
    double value = 0;
    if (!keys.number(word.key, value)) continue;
    try {
      set_limit(limits, word.key, value);
    } catch (const std::invalid_argument& error) { keys.fail_at(word.key, std::string("limit ") + error.what()); }
  }
  keys.refuse_unknown_keys();
  return limits;
}

void must_match(const std::string& key, const std::string& glob, const TableReader& in,
                const std::vector<std::string>& ids) {
  if (std::ranges::any_of(ids, [&](const std::string& id) { return matches(glob, id); })) return;
  in.fail_at(key, fmt::format("{} is \"{}\", which matches no property{} (attncheck list shows them)", key, glob,
                              did_you_mean(glob, ids)));
}

}  // namespace attncheck
