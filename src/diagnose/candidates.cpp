// The faults of the build as candidates.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "diagnose/candidate.h"
#include "fault/table.h"

namespace attncheck {
namespace {

/// Can it be told from the output of a call that returns?
bool shows_in_output(Effect effect) {
  return effect == Effect::wrong_output || effect == Effect::unwritten || effect == Effect::differs;
}

Candidate as_it_is(const Fault& fault) {
  const Card card = fault.card();
  Candidate candidate;
  candidate.name = fault.id();
  candidate.sentence = candidate.kind = fault.story;
  candidate.rounds = std::string(fault.group) == "precision";
  candidate.remembers = static_cast<bool>(card.after);
  candidate.freedom = candidate.remembers ? 1 : 0;  // a mistake that needs a memory is not the simplest
  candidate.steps = fault.steps();
  candidate.in_child = candidate.steps.is_whole() || card.after || card.effect != Effect::wrong_output;
  return candidate;
}

}  // namespace

std::vector<Candidate> in_tiles(const Candidate& candidate, std::initializer_list<Index> tiles) {
  std::vector<Candidate> all;
  for (const Index tile : tiles) {
    if (candidate.steps.is_whole()) break;
    Candidate tiled = candidate;
    tiled.steps.tile = tile;
    tiled.variant = tile == no_tiles ? "without tiles" : fmt::format("with tiles of {}", tile);
    all.push_back(std::move(tiled));
  }
  return all;
}

std::vector<Candidate> fault_candidates(bool wide) {
  std::vector<Candidate> candidates;
  for (const Fault* fault : all_faults()) {
    if (!shows_in_output(fault->card().effect)) continue;
    Candidate plain = as_it_is(*fault);
    if (wide) {
      if (plain.in_child) continue;
      plain.wide = true;
      plain.variant = "computed in float64";
    }
    candidates.push_back(plain);
    if (plain.in_child || wide) continue;
    std::vector<Candidate> tiled = in_tiles(plain, {no_tiles, 1, 4, 8, 32, 64, 128});
    std::ranges::move(tiled, std::back_inserter(candidates));
  }
  return candidates;
}

}  // namespace attncheck
