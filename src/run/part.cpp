#include "run/part.h"

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
  tensor = Tensor(in.at(0), in.at(1));
  std::ranges::copy(in.at(2).get<std::vector<double>>(), tensor.elements().begin());
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

}  // namespace

std::string to_bytes(const Part& part) {
  const nlohmann::json all = {part.result,
                              part.explanation.candidates().to_string(),
                              exclusions_json(part.explanation),
                              part.explanation.remembered(),
                              {part.audit.rows, part.audit.disagreements}};
  std::string bytes;
  nlohmann::json::to_cbor(all, bytes);
  return bytes;
}

Part from_bytes(const std::string& bytes) {
  const nlohmann::json all = nlohmann::json::from_cbor(bytes);
  Part part{all.at(0), Explanation(MemberSet(all.at(1).get<std::string>())), {all.at(4).at(0), all.at(4).at(1)}};
  for (const nlohmann::json& one : all.at(2)) exclude(one, part.explanation);
  for (const nlohmann::json& problem : all.at(3)) part.explanation.remember(problem);
  return part;
}

}  // namespace attncheck
