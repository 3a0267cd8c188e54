#include "diagnose/families.h"

#include <iterator>

namespace attncheck {
namespace {

using Family = std::vector<Candidate> (*)(Reader&);

// Formulas and masks have no free number, or one that people choose from few; then numbers read from the subject; then
// bits of a step, which fit the most.
constexpr std::initializer_list<Family> fixed = {scale_family, log2_e_family, mask_family, role_family, tail_family};
constexpr std::initializer_list<Family> read = {scale_law_family,    hidden_logit_family, sum_family,
                                                max_start_family,    bias_family,         logit_limit_family,
                                                small_weight_family, small_rise_family};
constexpr std::initializer_list<Family> bits = {precision_family};

std::vector<Candidate> all_of(const std::initializer_list<Family>& families, Reader& reader) {
  std::vector<Candidate> all;
  for (const Family family : families) {
    std::vector<Candidate> candidates = family(reader);
    std::ranges::move(candidates, std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::vector<std::vector<Candidate>> family_candidates(Reader& reader) {
  return {all_of(fixed, reader), all_of(read, reader), all_of(bits, reader)};
}

}  // namespace attncheck
