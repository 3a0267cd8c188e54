#include "report/json.h"

#include <nlohmann/json.hpp>

#include "core/problem_json.h"
#include "core/version.h"

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json object_json(const std::map<std::string, Value>& map) {
  Json json = Json::object();
  for (const auto& [key, value] : map) json[key] = value;
  return json;
}

Json findings_json(const PropertyResult& property, const ReportView& view) {
  Json findings = Json::array();
  for (std::size_t k = 0; k < property.findings.size(); ++k) {
    Json finding = to_json(property.findings[k]);
    const auto file = saved_file(view, property, k);
    finding["file"] = file ? Json(*file) : Json(nullptr);
    findings.push_back(std::move(finding));
  }
  return findings;
}

Json property_json(const PropertyResult& property, const ReportView& view) {
  Json json{{"id", property.id},
            {"claim", property.claim},
            {"dtype", info(property.dtype).name},
            {"outcome", name(property.outcome)},
            {"reason", property.reason},
            {"problems", property.problems},
            {"calls", property.calls},
            {"seconds", number_json(property.seconds)},
            {"worst_ratio", number_json(property.worst_ratio)},
            {"families", object_json(property.families)},
            {"tags", object_json(property.tags)},
            {"findings", findings_json(property, view)}};
  if (const auto reason = expected(view, property)) json[expected_word] = *reason;
  return json;
}

Json covered_json(const RunResult& result, DType dtype) {
  const auto [coverage, families] = covered(result, dtype);
  const auto shape = [](const Shape& size) {
    return Json{{"tokens", size.tokens}, {"head_dim", size.head_dim}, {"value_dim", size.value_dim}};
  };
  return Json{{"dtype", info(dtype).name},
              {"calls", coverage.calls()},
              {"causal_calls", coverage.causal},
              {"least", shape(coverage.least)},
              {"most", shape(coverage.most)},
              {"most_logit", number_json(coverage.most_logit)},
              {"families", families}};
}

Json explained_json(const Explained& explained) {
  return Json{{"dtype", info(explained.dtype).name},
              {"profile", explained.profile},
              {"members", explained.members},
              {"tightest", explained.tightest},
              {"audited_rows", explained.audited_rows}};
}

Json diagnosis_json(const Diagnosis& diagnosis) {
  return Json{{"dtype", info(diagnosis.dtype).name},
              {"faults", diagnosis.faults},
              {"mistake", diagnosis.mistake},
              {"explained", diagnosis.explained},
              {"compared", diagnosis.compared}};
}

}  // namespace

Json result_json(const RunResult& result, const ReportView& view) {
  Json properties = Json::array();
  for (const PropertyResult& property : result.properties) properties.push_back(property_json(property, view));
  Json explained = Json::array();
  for (const Explained& one : result.explained) explained.push_back(explained_json(one));
  Json asked = Json::array();
  for (const Explained& one : result.explained) asked.push_back(covered_json(result, one.dtype));
  Json diagnoses = Json::array();
  for (const Diagnosis& one : result.diagnoses) diagnoses.push_back(diagnosis_json(one));
  return Json{{"format", "attncheck result"},
              {"version", 1},
              {"attncheck", version},
              {"subject", result.subject},
              {"verdict", verdict_word(result, view)},
              {"exit_code", exit_code(result, view)},
              {"error", view.error},
              {"seed", result.seed},
              {"effort", result.effort},
              {"declared", object_json(result.declared)},
              {"wall", result.wall},
              {"properties", std::move(properties)},
              {"explained", std::move(explained)},
              {"asked", std::move(asked)},
              {"diagnosis", std::move(diagnoses)}};
}

std::string json_report(const RunResult& result, const ReportView& view) {
  return json_text(result_json(result, view));
}

}  // namespace attncheck
