#include "core/problem_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/whole_file.h"

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

Json cell_json(const Cell& cell) {
  Json json{{"row", cell.row},
            {"column", cell.column},
            {"observed", number_json(cell.observed)},
            {"centre", number_json(cell.centre)},
            {"radius", number_json(cell.radius)},
            {"bound", number_json(cell.bound)},
            {"ratio", number_json(cell.ratio)}};
  if (cell.by_law) json["by_law"] = true;
  return json;
}

bool is_line(const Json& json) {
  if (!json.is_structured()) return true;
  if (json.is_object()) return json.empty();
  for (const Json& element : json)
    if (element.is_structured()) return false;
  return true;
}

std::string scalar_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string line_text(const Json& json) {
  if (!json.is_array()) return scalar_text(json);
  std::string out;
  for (const Json& element : json) out += (out.empty() ? "" : ", ") + scalar_text(element);
  return "[" + out + "]";
}

void write_indented(std::string& out, const Json& json, const std::string& indent) {
  if (is_line(json)) {
    out += line_text(json);
    return;
  }
  const std::string deeper = indent + "  ";
  out += json.is_object() ? "{" : "[";
  const char* separator = "\n";
  for (const auto& [key, element] : json.items()) {
    out += separator + deeper;
    if (json.is_object()) out += scalar_text(Json(key)) + ": ";
    write_indented(out, element, deeper);
    separator = ",\n";
  }
  out += "\n" + indent + (json.is_object() ? "}" : "]");
}

}  // namespace

Json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json to_json(const Tensor& tensor) {
  Json rows = Json::array();
  for (Index i = 0; i < tensor.rows(); ++i) {
    Json row = Json::array();
    for (const double value : tensor.row(i)) row.push_back(number_json(value));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json to_json(const Problem& problem) {
  return Json{{"dtype", info(problem.dtype).name},
              {"causal", problem.causal},
              {"family", problem.family},
              {"placement", problem.placement == Placement::page_end ? "page_end" : "guard_words"},
              {"query", to_json(problem.query)},
              {"key", to_json(problem.key)},
              {"value", to_json(problem.value)}};
}

Json to_json(const Finding& finding) {
  Json json{{"message", finding.message}, {"problem", to_json(finding.problem)}};
  if (finding.output) json["output"] = to_json(*finding.output);
  if (finding.cell) json["cell"] = cell_json(*finding.cell);
  json["subject_stderr"] = finding.subject_stderr;
  json["found_after"] = finding.found_after;
  json["shrink_steps"] = finding.shrink_steps;
  if (!finding.drawn.empty()) json["drawn"] = finding.drawn;
  json["reproduce"] = finding.reproduce;
  if (!finding.bound_from.empty()) json["bound_from"] = finding.bound_from;
  return json;
}

std::string json_text(const Json& json) {
  std::string out;
  write_indented(out, json, "");
  return out + "\n";
}

void save_counterexample(const std::string& path, const Counterexample& counterexample) {
  Json json{{"format", "attncheck counterexample"}, {"version", 1},
            {"property", counterexample.property},  {"subject", counterexample.subject},
            {"profile", counterexample.profile},    {"seed", counterexample.seed}};
  json.update(to_json(counterexample.finding));
  write_whole(path, json_text(json));
}

}  // namespace attncheck
