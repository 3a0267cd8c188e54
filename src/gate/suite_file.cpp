#include "gate/suite_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/near_names.h"
#include "core/table_reader.h"
#include "process/limits.h"
#include "property/table.h"
#include "reference/make_oracle.h"
#include "run/command.h"
#include "run/counterexample_folder.h"
#include "run/plan.h"
#include "run/result.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

constexpr std::array efforts = {Word<const char*>{"quick", "quick"}, Word<const char*>{"default", "default"},
                                Word<const char*>{"thorough", "thorough"}};
constexpr std::array dtypes = {Word<DType>{"float32", DType::float32}, Word<DType>{"float64", DType::float64}};

std::string from_folder_of(const std::string& file, const std::string& path) {
  return (fs::path(file).parent_path() / path).lexically_normal().string();
}

/// Files move with attncheck.toml; what a shell or a table of ours finds does not.
std::string resolved_spec(const std::string& file, const std::string& spec) {
  for (const char* scheme : {"builtin:", "fault:", "cmd:"})
    if (spec.starts_with(scheme)) return spec;
  const std::string lib = "lib:";
  if (spec.starts_with(lib)) return lib + from_folder_of(file, spec.substr(lib.size()));
  return from_folder_of(file, spec);
}

std::vector<std::string> property_ids() {
  std::vector<std::string> ids;
  for (const Property* property : all_properties()) ids.push_back(property->id());
  return ids;
}

class SubjectReader {
 public:
  SubjectReader(const toml::table& table, const std::string& file) : in_(table, file), file_(file) {
    subject_.place = fmt::format("{}:{}", file, table.source().begin.line);
  }

  SuiteSubject operator()(const std::vector<SuiteSubject>& before) {
    const std::string path = in_.text("path");
    subject_.spec = resolved_spec(file_, path);
    subject_.path = path;
    subject_.name = in_.text("name", path);
    must_be_new(before);
    subject_.opening.entry.float32 = in_.text("entry", "");
    subject_.opening.entry.float64 = in_.text("entry_f64", "");
    read_wall();
    DType dtype{};
    if (in_.word("dtype", dtype, dtypes)) subject_.dtype = dtype;
    subject_.properties = in_.text("properties", "*");
    const toml::node* declare = in_.find("declare");
    const toml::node* limit = in_.find("limit");
    const toml::node* expect = in_.find("expect");
    in_.refuse_unknown_keys();
    must_match("properties", subject_.properties, in_, property_ids());
    if (declare != nullptr) read_declare(*declare);
    if (limit != nullptr) read_limits(*limit);
    if (expect != nullptr) read_expectations(expect);
    return std::move(subject_);
  }

 private:
  void read_wall() {
    WallChoice& wall = subject_.opening.wall;
    in_.flag("wall", wall.wanted);
    for (const std::string& path : in_.texts("visible")) wall.visible.push_back(from_folder_of(file_, path));
    if (!wall.wanted && !wall.visible.empty()) in_.fail_at("visible", "visible is for wall = true, which is not there");
  }

  void must_be_new(const std::vector<SuiteSubject>& before) const {
    for (const SuiteSubject& other : before) {
      if (other.name == subject_.name)
        in_.fail_at("name", fmt::format("a subject before is called \"{}\" too, expected another name", subject_.name));
      if (plain_file_name(other.name) == plain_file_name(subject_.name))
        in_.fail_at("name", fmt::format("the counterexamples of \"{}\" would be called as those of \"{}\", expected a "
                                        "name with other letters or digits",
                                        subject_.name, other.name));
    }
  }

  static void must_match(const std::string& key, const std::string& glob, const TableReader& in,
                         const std::vector<std::string>& ids) {
    if (std::ranges::any_of(ids, [&](const std::string& id) { return matches(glob, id); })) return;
    in.fail_at(key, fmt::format("{} is \"{}\", which matches no property{} (attncheck list shows them)", key, glob,
                                did_you_mean(glob, ids)));
  }

  void read_declare(const toml::node& node) {
    if (!node.is_table())
      in_.fail_at("declare", fmt::format("declare is {}, expected a table {{ KEY = VALUE, ... }}", kind_of(node)));
    TableReader in(*node.as_table(), file_);
    for (const auto& [key, meaning] : declarable())
      if (const toml::node* value = in.find(key)) declare(in, key, *value);
    in.refuse_unknown_keys();
  }

  void read_limits(const toml::node& node) {
    if (!node.is_table())
      in_.fail_at("limit", fmt::format("limit is {}, expected a table {{ KEY = NUMBER, ... }}", kind_of(node)));
    TableReader in(*node.as_table(), file_);
    for (const LimitWord& word : limit_words()) {
      double value = 0;
      if (!in.number(word.key, value)) continue;
      try {
        set_limit(subject_.opening.limits, word.key, value);
      } catch (const std::invalid_argument& error) { in.fail_at(word.key, std::string("limit ") + error.what()); }
    }
    in.refuse_unknown_keys();
  }

  /// Held against what --declare takes one key at a time, so that the line is that of the key.
  void declare(const TableReader& in, const std::string& key, const toml::node& node) {
    std::string text;
    if (const auto* flag = node.as_boolean())
      text = flag->get() ? "yes" : "no";
    else if (const auto* whole = node.as_integer())
      text = fmt::format("{}", whole->get());
    else if (const auto* real = node.as_floating_point())
      text = fmt::format("{}", real->get());
    else if (const auto* words = node.as_string())
      text = words->get();
    else
      in.fail_at(key, fmt::format("declare {} is {}, expected a number, true, false or text", key, kind_of(node)));
    if (key == "profile" && is_profile_path(text)) text = from_folder_of(file_, text);
    try {
      read_declared({{key, text}});
    } catch (const std::invalid_argument& error) {
      const std::string what = error.what();
      const std::string option = "--declare ";
      in.fail_at(key, "declare " + (what.starts_with(option) ? what.substr(option.size()) : key + ": " + what));
    }
    subject_.declared[key] = text;
  }

  void read_expectations(const toml::node* node) {
    std::vector<std::string> all = property_ids();
    all.emplace_back(together_id);
    const auto asked = [&](const std::string& id) { return id == together_id || matches(subject_.properties, id); };
    for (const toml::table* table : in_.tables("expect", node, "subject.expect")) {
      TableReader in(*table, file_);
      Expectation expectation{in.text("property"), in.text("reason")};
      in.refuse_unknown_keys();
      must_match("property", expectation.property, in, all);
      if (std::ranges::none_of(all,
                               [&](const std::string& id) { return asked(id) && matches(expectation.property, id); }))
        in.fail_at("property", fmt::format("property is \"{}\", expected one that properties = \"{}\" matches too",
                                           expectation.property, subject_.properties));
      for (const Expectation& before : subject_.expect)
        if (before.property == expectation.property)
          in.fail_at("property", fmt::format("{} is expected to fail already", expectation.property));
      subject_.expect.push_back(std::move(expectation));
    }
  }

  TableReader in_;
  const std::string& file_;
  SuiteSubject subject_;
};

std::uint64_t read_seed(TableReader& in) {
  const toml::node* node = in.find("seed");
  if (node == nullptr) return default_seed;
  const auto* whole = node->as_integer();
  const auto* words = node->as_string();
  const std::string text = whole != nullptr ? fmt::format("{}", whole->get()) : words != nullptr ? words->get() : "";
  if (const auto seed = parse_seed(text)) return *seed;
  const std::string is = text.empty() ? kind_of(*node) : one_line(text);
  in.fail_at("seed", fmt::format("seed is {}, expected a whole number of at least 0, or \"random\"", is));
}

}  // namespace

SuiteFile read_suite_file(std::string_view text, const std::string& path) {
  const toml::table root = parse_toml(text, path);
  TableReader in(root, path);
  SuiteFile file;
  file.path = path;
  const char* effort = "default";
  in.word("effort", effort, efforts);
  file.effort = effort;
  file.seed = read_seed(in);
  file.counterexamples = from_folder_of(path, in.text("counterexamples", "attncheck-counterexamples"));
  const toml::node* subjects = in.find("subject");
  in.refuse_unknown_keys();
  for (const toml::table* table : in.tables("subject", subjects))
    file.subjects.push_back(SubjectReader(*table, path)(file.subjects));
  return file;
}

SuiteFile load_suite_file(const std::string& path) {
  return read_suite_file(text_of_toml(path, "an attncheck.toml"), path);
}

}  // namespace attncheck
