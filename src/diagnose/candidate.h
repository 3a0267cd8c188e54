#pragma once
// candidate.h: one mistake that may explain a subject, and whether it does.
// Used by diagnose.cpp. Candidates are the faults of faults/ as they are, with other tiles or computed in float64, and
// families of mistakes with a number in them (families.cpp).
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attncheck/fault.h"
#include "diagnose/compared.h"

namespace attncheck {

struct Candidate {
  std::string name;      // "causal/off_by_one"; of a family "scale", "hidden_logit", ...
  std::string variant;   // "", "with tiles of 64", "computed in float64"
  std::string sentence;  // what is wrong, for a person
  std::string kind;      // candidates of one name and kind differ in a number alone: the first that fits is told
  int freedom = 0;       // numbers and conditions in it: of several that fit, those with the fewest are told
  Steps steps;
  bool remembers = false;  // what it answers depends on earlier calls
  bool in_child = false;   // asked as fault:name in a process of its own: it may keep state or leave its buffers
  bool wide = false;       // computed in float64 and rounded at the end
  bool rounds = false;     // it rounds a step, so that a last bit can tip the result to the neighbouring one
};

/// How well one candidate did on the compared problems.
struct Fit {
  bool fits = false;
  Index explained = 0;
  Index compared = 0;
  Index contradicted = 0;  // elements; of rounded steps a few may be
};

/// Stops at the first problem that contradicts the candidate.
Fit fit(const Candidate& candidate, const std::vector<Compared>& problems);

/// The candidate with the keys taken in tiles of each of these sizes, one that holds all keys included; what does not
/// go along the keys in tiles stays alone.
std::vector<Candidate> in_tiles(const Candidate& candidate, std::initializer_list<Index> tiles);
inline constexpr Index no_tiles = Index{1} << 30;

/// The faults of the build: first as they are and with other tiles, then computed in float64 (for float32 subjects).
std::vector<Candidate> fault_candidates(bool wide);

}  // namespace attncheck
