#include "run/part.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace nlohmann {

template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& out, const std::optional<T>& maybe) {
    out = json::array();
    if (maybe) out.push_back(*maybe);
  }
  static void from_json(const json& in, std::optional<T>& maybe) {
    if (!in.empty()) maybe = in.at(0).get<T>();
  }
};

}  // namespace nlohmann

namespace attncheck {

// NOLINTBEGIN(misc-use-internal-linkage): found by their argument
inline void to_json(nlohmann::json& out, const Tensor& tensor) {
  const auto elements = tensor.elements();
  out = {tensor.rows(), tensor.cols(), std::vector<double>(elements.begin(), elements.end())};
}
inline void from_json(const nlohmann::json& in, Tensor& tensor) {
  const auto elements = in.at(2).get<std::vector<double>>();
  const auto size = static_cast<Index>(elements.size());
  const Index rows = in.at(0), cols = in.at(1);
  const bool fits = cols > 0 ? size % cols == 0 && size / cols == rows : size == 0;
  if (!fits) throw std::invalid_argument(fmt::format("{} elements are no {} x {} tensor", size, rows, cols));
  tensor = Tensor(rows, cols);
  std::ranges::copy(elements, tensor.elements().begin());
}

inline void to_json(nlohmann::json& out, const Sample& sample) {
  out = {sample.tokens, sample.head_dim, sample.logit, sample.ratio, sample.closest};
}
inline void from_json(const nlohmann::json& in, Sample& sample) {
  sample = {in.at(0), in.at(1), in.at(2), in.at(3), in.at(4)};
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sampled, all, kept, ratios, closests)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Shape, tokens, head_dim, value_dim)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Problem, shape, dtype, causal, query, key, value, family, placement)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Cell, row, column, observed, centre, radius, bound, ratio, by_law)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, problem, output, cell, message, subject_stderr, found_after, shrink_steps,
                                   reproduce, bound_from, drawn)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Coverage, least, most, causal, not_causal, most_logit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PropertyResult, id, claim, dtype, outcome, reason, findings, problems, calls, turns,
                                   seconds, worst_ratio, coverage, families, tags, samples)
// NOLINTEND(misc-use-internal-linkage)

namespace {

/// One proof often excludes many members: it is sent once.
nlohmann::json exclusions_json(const Explanation& explanation) {
  std::vector<const Explanation::Exclusion*> proofs;
  std::vector<std::vector<int>> members;
  for (const auto& [member, proof] : explanation.exclusions()) {
    const auto known = std::ranges::find(proofs, proof.get());
    const auto at = static_cast<std::size_t>(known - proofs.begin());
    if (known == proofs.end()) {
      proofs.push_back(proof.get());
      members.emplace_back();
    }
    members[at].push_back(member);
  }
  nlohmann::json out = nlohmann::json::array();
  for (std::size_t k = 0; k < proofs.size(); ++k)
    out.push_back({members[k], proofs[k]->problem, proofs[k]->output, proofs[k]->cell, proofs[k]->property});
  return out;
}

void exclude(const nlohmann::json& one, Explanation& explanation) {
  MemberSet members;
  for (const std::size_t member : one.at(0)) members.set(member);
  explanation.exclude(members, {one.at(1), one.at(2), one.at(3), one.at(4)});
}

void require(bool sound, const char* what) {
  if (!sound) throw std::invalid_argument(fmt::format("{} is none", what));
}

void require_sound(const Problem& problem, DType dtype) {
  require_valid(problem);
  require(problem.dtype == dtype, "the dtype of a problem");
  require(problem.placement == Placement::page_end || problem.placement == Placement::guard_words, "a placement");
}

void require_sound(const Cell& cell, const Shape& shape) {
  const Index most = std::max({shape.tokens, shape.head_dim, shape.value_dim});
  require(cell.row >= -1 && cell.row < shape.tokens && cell.column >= -1 && cell.column < most, "a cell");
}

}  // namespace

void require_sound(const Part& part) {
  const PropertyResult& result = part.result;
  require(result.dtype == DType::float32 || result.dtype == DType::float64, "a dtype");
  require(result.outcome >= Outcome::holds && result.outcome <= Outcome::checker_error, "an outcome");
  for (const Finding& finding : result.findings) {
    require_sound(finding.problem, result.dtype);
    if (finding.cell) require_sound(*finding.cell, finding.problem.shape);
  }
  for (const auto& [member, proof] : part.explanation.exclusions()) {
    require_sound(proof->problem, result.dtype);
    require_sound(proof->cell, proof->problem.shape);
    require(
        proof->output.rows() == proof->problem.shape.tokens && proof->output.cols() == proof->problem.shape.value_dim,
        "an output");
  }
  for (const Problem& problem : part.explanation.remembered()) require_sound(problem, result.dtype);
}

nlohmann::json part_json(const Part& part) {
  return {part.result,
          part.explanation.candidates().to_string(),
          exclusions_json(part.explanation),
          part.explanation.remembered(),
          {part.audit.rows, part.audit.disagreements}};
}

Part read_part(const nlohmann::json& all) {
  Part part{all.at(0), Explanation(MemberSet(all.at(1).get<std::string>())), {all.at(4).at(0), all.at(4).at(1)}};
  for (const nlohmann::json& one : all.at(2)) exclude(one, part.explanation);
  for (const nlohmann::json& problem : all.at(3)) part.explanation.remember(problem);
  return part;
}

std::string to_bytes(const Part& part) {
  std::string bytes;
  nlohmann::json::to_cbor(part_json(part), bytes);
  return bytes;
}

Part from_bytes(const std::string& bytes) { return read_part(nlohmann::json::from_cbor(bytes)); }

}  // namespace attncheck
