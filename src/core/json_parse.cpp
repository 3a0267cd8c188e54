#include "core/json_parse.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "core/text.h"

namespace attncheck {
namespace {

constexpr int deepest = 16;  // a counterexample is four deep
constexpr std::size_t most_said = 160;

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::string& what) {
  using Event = nlohmann::json::parse_event_t;
  std::vector<std::set<std::string>> names;  // of the objects that are open
  const auto look = [&](int depth, Event event, const nlohmann::json& read) {
    if (depth > deepest) throw std::invalid_argument(fmt::format("{}: is nested more than {} deep", what, deepest));
    if (event == Event::object_start) names.emplace_back();
    if (event == Event::object_end) names.pop_back();
    if (event == Event::key && !names.back().insert(read.get<std::string>()).second)
      throw std::invalid_argument(fmt::format("{}: has {} twice in one object", what, one_line(read.dump())));
    return true;
  };
  try {
    return nlohmann::json::parse(text, look);
  } catch (const nlohmann::json::exception& error) {
    std::string said = error.what();  // "[json.exception.parse_error.101] parse error at line 1, ..."
    said = said.substr(said.find("] ") + 2);
    if (said.size() > most_said) said = said.substr(0, most_said) + "...";  // it quotes what it read last
    throw std::invalid_argument(fmt::format("{}: is not JSON: {}", what, one_line(said)));
  }
}

}  // namespace attncheck
