#include "offline/folder_of_problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "attncheck/random.h"
#include "core/json_parse.h"
#include "core/json_place.h"
#include "core/text.h"
#include "core/version.h"
#include "offline/npy.h"
#include "property/table.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* format_name = "attncheck export";
constexpr int format_version = 1;

fs::path manifest_of(const std::string& folder) { return fs::path(folder) / "attncheck-export.json"; }

std::string problem_file(const std::string& folder, Index number) {
  return (fs::path(folder) / "problems" / fmt::format("{:05}.npz", number)).string();
}
std::string answer_file(const std::string& folder, Index number) {
  return (fs::path(folder) / "answers" / fmt::format("{:05}.npy", number)).string();
}

/// The same for the same problem, another for any other: 128 bits of its sizes and elements.
std::string name_of(const Problem& problem) {
  std::uint64_t parts[2] = {1, 2};
  const auto mix = [&](std::uint64_t bits) {
    for (std::uint64_t& part : parts) part = mix_seed(part, bits);
  };
  for (const Index size : {problem.shape.tokens, problem.shape.head_dim, problem.shape.value_dim})
    mix(static_cast<std::uint64_t>(size));
  mix(problem.causal ? 1 : 0);
  mix(problem.dtype == DType::float32 ? 0 : 1);
  for (const Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (const double element : tensor->elements()) mix(std::bit_cast<std::uint64_t>(element));
  return fmt::format("{:016x}{:016x}", parts[0], parts[1]);
}

/// A right subject that writes every problem it is asked, once.
class Recorder : public Subject {
 public:
  Recorder(std::string folder, Export& exported, const std::function<void(const std::string&)>& progress)
      : folder_(std::move(folder)),
        exported_(exported),
        progress_(progress),
        right_(open_subject("builtin:online", log_)) {}

  const std::string& name() const override { return right_->name(); }
  const std::vector<DType>& dtypes() const override { return right_->dtypes(); }
  Index calls() const override { return right_->calls(); }
  void restart() override { right_->restart(); }
  CallReport call(const Problem& problem, Prefill prefill) override {
    if (std::string name = name_of(problem); seen_.insert(name).second) {
      exported_.problems.push_back(std::move(name));
      const auto number = static_cast<Index>(exported_.problems.size());
      write_npz(problem_file(folder_, number), problem);
      if (number % 100 == 0) progress_(fmt::format("{} problems", number));
    }
    return right_->call(problem, prefill);
  }
  CallReport call_from_threads(const Problem& problem, int /*threads*/) override {
    return call(problem, Prefill::poison);
  }

 private:
  std::string folder_;
  Export& exported_;
  const std::function<void(const std::string&)>& progress_;
  std::ostringstream log_;
  std::unique_ptr<Subject> right_;
  std::set<std::string> seen_;
};

/// Asks everything twice: some laws ask a second question only of a subject whose bits may differ from call to call.
void record(Recorder& recorder, const Export& exported) {
  RunOptions options = options_of(exported);
  for (const char* repeatable : {"yes", "no"}) {
    if (exported.declared.contains("repeatable") && exported.declared.at("repeatable") != repeatable) continue;
    options.declared["repeatable"] = repeatable;
    const RunResult result = run(recorder, decidable_offline(), options);
    for (const PropertyResult& property : result.properties)
      if (property.outcome != Outcome::holds && property.outcome != Outcome::not_applicable)
        throw std::logic_error(
            fmt::format("{} is {} on the right answers: {}", property.id, name(property.outcome), property.reason));
  }
}

void write_manifest(const std::string& folder, const Export& exported) {
  ordered_json dtypes = ordered_json::array();
  for (const DType dtype : exported.dtypes) dtypes.push_back(info(dtype).name);
  ordered_json declared = ordered_json::object();
  for (const auto& [key, value] : exported.declared) declared[key] = value;
  const ordered_json json{{"format", format_name},     {"version", format_version}, {"attncheck", version},
                          {"effort", exported.effort}, {"seed", exported.seed},     {"properties", exported.properties},
                          {"dtypes", dtypes},          {"declared", declared},      {"problems", exported.problems}};
  std::ofstream out(manifest_of(folder));
  out << json.dump(1) << '\n' << std::flush;
  if (!out) throw std::invalid_argument(fmt::format("{}: cannot be written", manifest_of(folder).string()));
}

void make_folders(const std::string& folder) {
  std::error_code error;
  if (fs::exists(manifest_of(folder), error))
    throw std::invalid_argument(
        fmt::format("{}: is there already, expected a folder without an export", manifest_of(folder).string()));
  for (const char* part : {"problems", "answers"}) {
    fs::create_directories(fs::path(folder) / part, error);
    if (error) throw std::invalid_argument(fmt::format("{}: cannot be made: {}", folder, error.message()));
  }
}

[[noreturn]] void refuse(const std::string& folder, const std::string& what) {
  throw std::invalid_argument(fmt::format("{}: {}", manifest_of(folder).string(), what));
}

std::vector<std::byte> bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::vector<std::string> texts(const JsonPlace& list) {
  if (!list.json().is_array()) list.fail(list.is() + ", but a list was expected");
  std::vector<std::string> all;
  for (std::size_t k = 0; k < list.json().size(); ++k) all.push_back(list.at(k).text());
  return all;
}

std::map<std::string, std::string> texts_by_name(const JsonPlace& object) {
  object.must_be_object();
  std::map<std::string, std::string> all;
  for (const auto& [name, value] : object.json().items()) all.emplace(name, object.at(name).text());
  return all;
}

}  // namespace

RunOptions options_of(const Export& exported) {
  RunOptions options;
  options.effort = exported.effort;
  options.seed = exported.seed;
  options.properties = exported.properties;
  options.declared = exported.declared;
  options.shrink = false;  // nothing smaller was answered
  if (exported.dtypes.size() == 1) options.dtype = exported.dtypes.front();
  return options;
}

std::vector<const Property*> decidable_offline() {
  std::vector<const Property*> properties = all_properties();
  std::erase_if(properties, [](const Property* property) { return std::string_view(property->group) == "conduct"; });
  return properties;
}

Export write_problems(const std::string& folder, Export wanted,
                      const std::function<void(const std::string&)>& progress) {
  make_folders(folder);
  wanted.problems.clear();
  Recorder recorder(folder, wanted, progress);
  if (wanted.dtypes.empty()) wanted.dtypes = {DType::float32};
  record(recorder, wanted);
  if (wanted.problems.empty()) throw std::invalid_argument("no property asks a problem with these options");
  write_manifest(folder, wanted);
  return wanted;
}

Export read_export(const std::string& folder) {
  const std::vector<std::byte> bytes = bytes_of(manifest_of(folder).string());
  if (bytes.empty()) refuse(folder, "cannot be read, expected what attncheck export writes");
  return read_manifest({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, folder);
}

Export read_manifest(std::string_view text, const std::string& folder) {
  const auto json = parse_json(text, manifest_of(folder).string());
  const auto says = [&](const char* key, const nlohmann::json& value) {
    return json.contains(key) && json[key] == value;
  };
  if (!json.is_object() || !says("format", format_name)) refuse(folder, "is no file of attncheck export");
  if (!says("version", format_version) || !says("attncheck", version))
    refuse(folder,
           fmt::format("is of another version of attncheck than {}, which may draw other problems; export again",
                       version));
  const JsonPlace manifest(manifest_of(folder).string(), "", json);
  manifest.knows_only(
      {"format", "version", "attncheck", "effort", "seed", "properties", "dtypes", "declared", "problems"});
  Export exported;
  exported.effort = manifest.at("effort").text();
  exported.seed = manifest.at("seed").count();
  exported.properties = manifest.at("properties").text();
  exported.declared = texts_by_name(manifest.at("declared"));
  exported.problems = texts(manifest.at("problems"));
  for (const std::string& dtype : texts(manifest.at("dtypes"))) {
    const auto known = parse_dtype(dtype);
    if (!known) refuse(folder, "has a dtype that is neither float32 nor float64");
    exported.dtypes.push_back(*known);
  }
  return exported;
}

Answers::Answers(std::string folder, const Export& exported) : folder_(std::move(folder)), exported_(exported) {
  std::vector<Index> missing;
  for (std::size_t k = 0; k < exported_.problems.size(); ++k) {
    const auto number = static_cast<Index>(k + 1);
    numbers_[exported_.problems[k]] = number;
    if (!fs::is_regular_file(answer_file(folder_, number))) missing.push_back(number);
  }
  if (missing.empty()) return;
  throw std::invalid_argument(fmt::format("{}: is missing, and so are {} of {} answers in all",
                                          answer_file(folder_, missing.front()), missing.size(), numbers_.size()));
}

CallReport Answers::call(const Problem& problem, Prefill /*prefill*/) {
  ++calls_;
  CallReport report;
  const auto found = numbers_.find(name_of(problem));
  if (found == numbers_.end()) {
    ++unknown_;
    report.status = CallStatus::no_answer;
    report.detail = "the problem was not exported";
    return report;
  }
  const std::string file = answer_file(folder_, found->second);
  try {
    report.output = read_npy(bytes_of(file), problem.dtype, file);
  } catch (const std::invalid_argument& error) {
    if (broken_.empty()) broken_ = error.what();
    report.status = CallStatus::no_answer;
    report.detail = error.what();
    return report;
  }
  if (report.output.rows() == problem.shape.tokens && report.output.cols() == problem.shape.value_dim) return report;
  report.status = CallStatus::wrong_shape;
  report.detail =
      fmt::format("{}: the output is {} x {}, but tokens x value_dim = {} x {} is right", file, report.output.rows(),
                  report.output.cols(), problem.shape.tokens, problem.shape.value_dim);
  return report;
}

CallReport Answers::call_from_threads(const Problem& /*problem*/, int /*threads*/) {
  throw std::logic_error("answers that were made elsewhere are not asked from threads");
}

}  // namespace attncheck
