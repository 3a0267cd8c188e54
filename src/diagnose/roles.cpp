// A tensor that stands where another belongs: query for key, row i for row j.
#include <algorithm>

#include "diagnose/families.h"
#include "diagnose/numbers.h"

namespace attncheck {
namespace {

using Tensors = const Tensor& (*)(const Problem&);

const Tensor& query(const Problem& problem) { return problem.query; }
const Tensor& key(const Problem& problem) { return problem.key; }

/// one[i'] . other[j'] in the arithmetic of the dtype.
double dot(const Problem& problem, std::span<const double> one, std::span<const double> other) {
  double sum = 0;
  for (std::size_t c = 0; c < one.size(); ++c)
    sum = round_to(problem.dtype, sum + round_to(problem.dtype, one[c] * other[c]));
  return sum;
}

Candidate of_dots(const std::string& sentence, Tensors one, Tensors other) {
  Candidate candidate = family_member("roles", sentence);
  candidate.steps.dot = [=](const Problem& problem, Index i, Index j) {
    return dot(problem, one(problem).row(i), other(problem).row(j));
  };
  return candidate;
}

}  // namespace

std::vector<Candidate> role_family(Reader&) {
  std::vector<Candidate> candidates{of_dots("query and key are exchanged", key, query),
                                    of_dots("the key is used as query", key, key),
                                    of_dots("the query is used as key", query, query)};
  Candidate mirrored = family_member("roles", "the logit of row i and key j is that of row j and key i where j > i");
  mirrored.steps.dot = [](const Problem& problem, Index i, Index j) {
    return dot(problem, problem.query.row(std::max(i, j)), problem.key.row(std::min(i, j)));
  };
  candidates.push_back(mirrored);
  Candidate shifted = family_member("roles", "key j meets the value of key j + 1");
  shifted.steps.value = [](const Problem& problem, Index j, Index c) {
    return problem.value((j + 1) % problem.shape.tokens, c);
  };
  candidates.push_back(shifted);
  return candidates;
}

}  // namespace attncheck
