#pragma once
// families.h: mistakes with a number in them, as candidates: one that no file of faults/ holds with exactly this
// number. Used by diagnose.cpp when no fault fits. Adding a family is one function here and one row in families.cpp.
// Numbers are either tried from a list (masks, tails, precision) or read from the subject on tiny problems (reader.h).
#include "diagnose/candidate.h"
#include "diagnose/reader.h"

namespace attncheck {

/// The factor on query.key: by formula, or a power of head_dim fitted to what the subject answers.
std::vector<Candidate> scale_family(Reader& reader);
std::vector<Candidate> scale_law_family(Reader& reader);
std::vector<Candidate> log2_e_family(Reader& reader);

/// Numbers that replace or join others: hidden logits, the denominator, the start of the maximum, limits of logits.
std::vector<Candidate> hidden_logit_family(Reader& reader);
std::vector<Candidate> sum_family(Reader& reader);
std::vector<Candidate> max_start_family(Reader& reader);
std::vector<Candidate> bias_family(Reader& reader);
std::vector<Candidate> logit_limit_family(Reader& reader);
std::vector<Candidate> small_weight_family(Reader& reader);
std::vector<Candidate> small_rise_family(Reader& reader);

/// Which keys a row sees.
std::vector<Candidate> mask_family(Reader& reader);

/// Which tensor stands where.
std::vector<Candidate> role_family(Reader& reader);

/// What is left over when a size is no multiple of a tile.
std::vector<Candidate> tail_family(Reader& reader);

/// A step kept with fewer bits than the dtype has.
std::vector<Candidate> precision_family(Reader& reader);

/// All of the above, those with the fewest free numbers first; each inner list is tried before the next.
std::vector<std::vector<Candidate>> family_candidates(Reader& reader);

}  // namespace attncheck
