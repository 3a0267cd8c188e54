#include "gate/suite_file.h"

#include <fmt/format.h>

#include "core/table_reader.h"
#include "gate/subject_keys.h"
#include "run/command.h"
#include "run/counterexample_folder.h"
#include "run/plan.h"
#include "run/result.h"

namespace attncheck {
namespace {

constexpr std::array dtypes = {Word<DType>{"float32", DType::float32}, Word<DType>{"float64", DType::float64}};

/// Files move with attncheck.toml; what a shell or a table of ours finds does not.
std::string resolved_spec(const std::string& file, const std::string& spec) {
  for (const char* scheme : {"builtin:", "fault:", "cmd:"})
    if (spec.starts_with(scheme)) return spec;
  const std::string lib = "lib:";
  if (spec.starts_with(lib)) return lib + from_folder_of(file, spec.substr(lib.size()));
  return from_folder_of(file, spec);
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
    subject_.declared = declared_in(in_, file_);
    subject_.opening.limits = limits_in(in_, file_);
    const toml::node* expect = in_.find("expect");
    in_.refuse_unknown_keys();
    must_match("properties", subject_.properties, in_, property_ids());
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
  file.effort = effort_in(in, "default");
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
