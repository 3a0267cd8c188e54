#include "grade/rubric.h"

#include <numeric>

#include "core/near_names.h"
#include "core/table_reader.h"
#include "fault/table.h"
#include "gate/subject_keys.h"
#include "grade/digest.h"
#include "grade/own_tests.h"
#include "language/tester.h"
#include "property/table.h"
#include "run/plan.h"

namespace attncheck {
namespace {

constexpr std::array dtypes = {Word<std::optional<DType>>{"float32", DType::float32},
                               Word<std::optional<DType>>{"float64", DType::float64},
                               Word<std::optional<DType>>{"all", std::nullopt}};
constexpr std::array scorings = {Word<Scoring>{"share", Scoring::share}, Word<Scoring>{"all", Scoring::all}};

/// In the order in which they are asked.
std::vector<std::string> ids_in_order() {
  std::vector<std::string> ids;
  for (const Property* property : select(all_properties(), "*")) ids.push_back(property->id());
  return ids;
}

class RubricReader {
 public:
  RubricReader(const toml::table& table, std::string_view text, const std::string& path)
      : in_(table, path), path_(path), ids_(ids_in_order()) {
    rubric_.path = path;
    rubric_.digest = sha256(text);
  }

  Rubric operator()() {
    rubric_.assignment = in_.text("assignment");
    rubric_.effort = effort_in(in_, "quick");
    in_.word("dtype", rubric_.dtype, dtypes);
    read_seed();
    read_secret();
    rubric_.files = in_.texts("files");
    for (const std::string& path : in_.texts("visible")) rubric_.visible.push_back(from_folder_of(path_, path));
    rubric_.required = matching("required", in_.texts("required"), in_);
    rubric_.declared = declared_in(in_, path_);
    rubric_.limits = limits_in(in_, path_);
    const toml::node* groups = in_.find("group");
    const toml::node* tests = in_.find("tests");
    in_.refuse_unknown_keys();
    for (const toml::table* table : in_.tables("group", groups)) read_group(*table);
    require_graded();
    if (tests != nullptr) read_tests(*tests);
    return std::move(rubric_);
  }

 private:
  void read_seed() {
    const toml::node* node = in_.find("seed");
    if (node == nullptr) return;
    const auto* whole = node->as_integer();
    if (whole == nullptr || whole->get() < 0)
      in_.fail_at("seed", "seed is not a whole number of at least 0, which all students can be told");
    rubric_.seed = static_cast<std::uint64_t>(whole->get());
  }

  void read_secret() {
    if (in_.find("secret") == nullptr) return;
    const std::string file = rubric_.secret = from_folder_of(path_, in_.text("secret"));
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    if (!in) in_.fail_at("secret", fmt::format("the secret {} cannot be read", file));
    try {
      rubric_.hidden_seed = hidden_seed(text.str(), rubric_.assignment);
    } catch (const std::invalid_argument& error) { in_.fail_at("secret", fmt::format("{} {}", file, error.what())); }
    rubric_.digest = sha256(rubric_.digest + fmt::format("{}", *rubric_.hidden_seed));
  }

  /// The ids that some glob matches; one that matches nothing is refused.
  std::vector<std::string> matching(const std::string& key, const std::vector<std::string>& globs,
                                    const TableReader& in) const {
    for (const std::string& glob : globs) must_match(key, glob, in, ids_);
    std::vector<std::string> found;
    for (const std::string& id : ids_)
      if (std::ranges::any_of(globs, [&](const std::string& glob) { return matches(glob, id); })) found.push_back(id);
    return found;
  }

  static double points_in(TableReader& in) {
    double points = 0;
    if (!in.number("points", points)) in.fail_at("points", "points is missing, expected a number above 0");
    if (points <= 0 || points > 1e6)
      in.fail_at("points", fmt::format("points is {}, expected a number above 0, at most 1000000", points));
    return points;
  }

  void read_tests(const toml::node& node) {
    if (!node.is_table()) in_.fail_at("tests", fmt::format("tests is {}, expected a table [tests]", kind_of(node)));
    TableReader in(*node.as_table(), path_);
    RubricTests tests;
    tests.points = points_in(in);
    if (const std::vector<std::string> files = in.texts("files"); !files.empty()) tests.files = files;
    for (const std::string& file : tests.files)
      if (!is_tests_file(file))
        in.fail_at("files", fmt::format("files has \"{}\", expected names that end in .py, .cpp or .cc", file));
    const std::vector<std::string> globs = in.texts("faults");
    in.refuse_unknown_keys();
    if (globs.empty()) in.fail_at("faults", "faults is missing, expected [\"GROUP/NAME\", ...]");
    tests.faults = faults_that_match(globs, in);
    rubric_.tests = std::move(tests);
  }

  /// A glob leaves out what cannot be asked of tests; one that leaves nothing is refused, as a name is.
  static std::vector<std::string> faults_that_match(const std::vector<std::string>& globs, const TableReader& in) {
    std::vector<std::string> all, found;
    for (const Fault* fault : all_faults()) all.push_back(fault->id());
    const std::vector<std::string> usable = faults_for_tests();
    for (const std::string& glob : globs) {
      const auto fits = [&](const std::string& id) { return matches(glob, id); };
      if (std::ranges::none_of(all, fits))
        in.fail_at("faults", fmt::format("faults has \"{}\", which matches no fault{} (attncheck list shows them)",
                                         glob, did_you_mean(glob, all)));
      if (std::ranges::none_of(usable, fits))
        in.fail_at("faults", fmt::format("faults has \"{}\", which does not show in the answer to a single float32 "
                                         "problem, expected one that does",
                                         glob));
    }
    for (const std::string& id : usable)
      if (std::ranges::any_of(globs, [&](const std::string& glob) { return matches(glob, id); })) found.push_back(id);
    return found;
  }

  void read_group(const toml::table& table) {
    TableReader in(table, path_);
    RubricGroup group;
    group.name = in.text("name");
    group.points = points_in(in);
    in.word("scoring", group.scoring, scorings);
    const std::vector<std::string> globs = in.texts("properties");
    in.refuse_unknown_keys();
    if (globs.empty()) in.fail_at("properties", "properties is missing, expected [\"GROUP/NAME\", ...]");
    group.properties = matching("properties", globs, in);
    for (const RubricGroup& other : rubric_.groups) {
      if (other.name == group.name) in.fail_at("name", fmt::format("a group before is called \"{}\" too", group.name));
      for (const std::string& id : group.properties)
        if (std::ranges::find(other.properties, id) != other.properties.end())
          in.fail_at("properties",
                     fmt::format("{} belongs to \"{}\" already, and would be paid for twice", id, other.name));
    }
    rubric_.groups.push_back(std::move(group));
  }

  void require_graded() const {
    for (const std::string& id : rubric_.required)
      if (std::ranges::none_of(rubric_.groups, [&](const RubricGroup& group) {
            return std::ranges::find(group.properties, id) != group.properties.end();
          }))
        in_.fail_at("required", fmt::format("{} is required and in no group, expected one that asks for it", id));
  }

  TableReader in_;
  const std::string& path_;
  std::vector<std::string> ids_;
  Rubric rubric_;
};

}  // namespace

double Rubric::points() const {
  return std::accumulate(groups.begin(), groups.end(), tests ? tests->points : 0.0,
                         [](double sum, const RubricGroup& group) { return sum + group.points; });
}

Rubric read_rubric(std::string_view text, const std::string& path) {
  const toml::table root = parse_toml(text, path);
  return RubricReader(root, text, path)();
}

Rubric load_rubric(const std::string& path) { return read_rubric(text_of_toml(path, "a rubric"), path); }

}  // namespace attncheck
