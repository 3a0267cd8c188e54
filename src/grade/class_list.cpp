#include "grade/class_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/json_parse.h"
#include "core/problem_json.h"
#include "core/text.h"
#include "process/whole_file.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct ClassList {
  std::string path;
  std::string assignment;
  std::string rubric;  // its digest
  double points = 0;
  Shard shard;
  std::vector<std::string> students;
  std::vector<std::string> left_alone;
};

ClassList read_list(const fs::path& path) {
  try {
    const nlohmann::json json = parse_json(read_whole(path.string()), "it");
    if (json.at("format") != "attncheck class" || json.at("version") != 1)
      throw std::invalid_argument("format is not \"attncheck class\", version 1");
    const auto shard = parse_shard(json.at("shard").get<std::string>());
    if (!shard) throw std::invalid_argument("shard is not NUMBER/COUNT");
    return {path.string(), json.at("assignment"), json.at("rubric"),    json.at("points"),
            *shard,        json.at("students"),   json.at("left_alone")};
  } catch (const std::exception& error) {
    throw std::invalid_argument(fmt::format("{}: is no list of a class: {}", path.string(), one_line(error.what())));
  }
}

std::vector<fs::path> json_files_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

/// All lists, which must speak of the same class, rubric and number of shards.
std::vector<ClassList> lists_in(const std::vector<std::string>& folders) {
  std::vector<ClassList> lists;
  for (const std::string& folder : folders) {
    const std::vector<fs::path> files = json_files_in(fs::path(folder) / "class");
    if (files.empty())
      throw std::invalid_argument(
          fmt::format("{}: has no class/*.json, expected what attncheck grade --out wrote", one_line(folder)));
    for (const fs::path& file : files) lists.push_back(read_list(file));
  }
  for (const ClassList& list : lists) {
    const ClassList& first = lists.front();
    const bool same = list.rubric == first.rubric && list.students == first.students;
    if (!same || list.shard.count != first.shard.count)
      throw std::invalid_argument(fmt::format("{} and {} are not of the same {}", first.path, list.path,
                                              same                          ? "number of shards"
                                              : list.rubric == first.rubric ? "class"
                                                                            : "rubric"));
  }
  return lists;
}

/// The one that says more, of two results of a student.
void take(std::map<std::string, Grade>& grades, Grade grade, const std::string& path) {
  const auto [before, is_new] = grades.try_emplace(grade.student, grade);
  if (is_new) return;
  const bool decided = before->second.not_graded.empty(), decides = grade.not_graded.empty();
  if (decided && decides && before->second.key != grade.key)
    throw std::invalid_argument(fmt::format(
        "{}: {} has another grade elsewhere, of another submission, rubric or program", path, one_line(grade.student)));
  if (!decided) before->second = std::move(grade);
}

Grade missing(const std::string& student, std::size_t at, const std::vector<ClassList>& lists) {
  Grade grade;
  grade.student = student;
  grade.assignment = lists[0].assignment;
  grade.possible = lists[0].points;
  Shard shard = lists[0].shard;
  shard.number = at % shard.count + 1;
  const bool begun =
      std::ranges::any_of(lists, [&](const ClassList& list) { return list.shard.number == shard.number; });
  grade.not_graded = fmt::format("shard {} {}", to_string(shard), begun ? "did not finish it" : "is missing");
  return grade;
}

}  // namespace

std::vector<Submission> part_of(const std::vector<Submission>& all, const Shard& shard) {
  std::vector<Submission> part;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (shard.has(k)) part.push_back(all[k]);
  return part;
}

void keep_class_list(const std::string& results, const Rubric& rubric, const Submissions& all, const Shard& shard) {
  std::vector<std::string> students;
  for (const Submission& one : all.all) students.push_back(one.student);
  const Json json{{"format", "attncheck class"},
                  {"version", 1},
                  {"assignment", rubric.assignment},
                  {"rubric", rubric.digest},
                  {"points", rubric.points()},
                  {"shard", to_string(shard)},
                  {"students", students},
                  {"left_alone", all.left_alone}};
  make_folder(results + "/class");
  write_whole(fmt::format("{}/class/{}-of-{}.json", results, shard.number, shard.count), json_text(json));
}

Merged merge_results(const std::vector<std::string>& folders) {
  const std::vector<ClassList> lists = lists_in(folders);
  std::map<std::string, Grade> grades;
  for (const std::string& folder : folders)
    for (const fs::path& file : json_files_in(fs::path(folder) / "submissions"))
      take(grades, read_grade(read_whole(file.string()), file.string()), file.string());
  Merged merged{{}, lists[0].left_alone};
  for (std::size_t k = 0; k < lists[0].students.size(); ++k) {
    const auto found = grades.find(lists[0].students[k]);
    merged.grades.push_back(found != grades.end() ? found->second : missing(lists[0].students[k], k, lists));
  }
  return merged;
}

}  // namespace attncheck
