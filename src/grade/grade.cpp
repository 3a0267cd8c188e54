#include "grade/grade.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/json_parse.h"
#include "core/problem_json.h"
#include "core/text.h"

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array standings = {Standing::earned,     Standing::lost,    Standing::explained,
                                  Standing::not_earned, Standing::outside, Standing::not_graded};

Json to_json(const GradedProperty& property) {
  return {{"id", property.id},          {"claim", property.claim},   {"standing", name(property.standing)},
          {"why", property.why},        {"hidden", property.hidden}, {"evidence", property.evidence},
          {"command", property.command}};
}

Json to_json(const GradedGroup& group) {
  Json properties = Json::array();
  for (const GradedProperty& property : group.properties) properties.push_back(to_json(property));
  return {{"name", group.name},
          {"points", group.points},
          {"earned", group.earned},
          {"possible", group.possible},
          {"properties", std::move(properties)}};
}

Json to_json(const Mistake& mistake) {
  return {{"faults", mistake.faults}, {"text", mistake.text}, {"read_again", mistake.read_again}};
}

Standing standing_of(const std::string& word) {
  for (const Standing standing : standings)
    if (name(standing) == word) return standing;
  throw std::invalid_argument(fmt::format("{} is no standing", word));
}

GradedProperty property_from(const nlohmann::json& json) {
  return {json.at("id"),       json.at("claim"),  standing_of(json.at("standing")), json.at("why"), json.at("hidden"),
          json.at("evidence"), json.at("command")};
}

GradedGroup group_from(const nlohmann::json& json) {
  GradedGroup group{json.at("name"), json.at("points"), json.at("earned"), json.at("possible"), {}};
  for (const nlohmann::json& one : json.at("properties")) group.properties.push_back(property_from(one));
  return group;
}

Grade grade_from(const nlohmann::json& json) {
  if (json.at("format") != "attncheck grade" || json.at("version") != 1)
    throw std::invalid_argument("format is not \"attncheck grade\", version 1");
  Grade grade;
  grade.student = json.at("student");
  grade.file = json.at("file");
  grade.key = json.at("key");
  grade.assignment = json.at("assignment");
  grade.not_graded = json.at("not_graded");
  grade.nothing_earned = json.at("nothing_earned");
  grade.earned = json.at("earned").is_null() ? 0 : json.at("earned").get<double>();
  grade.possible = json.at("possible");
  for (const nlohmann::json& one : json.at("groups")) grade.groups.push_back(group_from(one));
  for (const nlohmann::json& one : json.at("mistakes"))
    grade.mistakes.push_back({one.at("faults"), one.at("text"), one.at("read_again")});
  grade.command = json.at("command");
  grade.wall = json.at("wall");
  grade.log = json.at("log");
  grade.seconds = json.at("seconds");
  return grade;
}

}  // namespace

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::earned:
      return "earned";
    case Standing::lost:
      return "lost";
    case Standing::explained:
      return "explained";
    case Standing::not_earned:
      return "not_earned";
    case Standing::outside:
      return "outside";
    case Standing::not_graded:
      return "not_graded";
  }
  return "";
}

std::string grade_text(const Grade& grade) {
  Json groups = Json::array();
  for (const GradedGroup& group : grade.groups) groups.push_back(to_json(group));
  Json mistakes = Json::array();
  for (const Mistake& mistake : grade.mistakes) mistakes.push_back(to_json(mistake));
  return json_text({{"format", "attncheck grade"},
                    {"version", 1},
                    {"assignment", grade.assignment},
                    {"student", grade.student},
                    {"file", grade.file},
                    {"earned", grade.not_graded.empty() ? Json(grade.earned) : Json(nullptr)},
                    {"possible", grade.possible},
                    {"not_graded", grade.not_graded},
                    {"nothing_earned", grade.nothing_earned},
                    {"groups", std::move(groups)},
                    {"mistakes", std::move(mistakes)},
                    {"command", grade.command},
                    {"wall", grade.wall},
                    {"log", grade.log},
                    {"key", grade.key},
                    {"seconds", grade.seconds}});
}

Grade read_grade(std::string_view text, const std::string& path) {
  try {
    return grade_from(parse_json(text, "it"));
  } catch (const std::exception& error) {
    throw std::invalid_argument(fmt::format("{}: is no grade of attncheck: {}", path, one_line(error.what())));
  }
}

}  // namespace attncheck
