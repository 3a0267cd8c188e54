#pragma once
// schedule.h: which problem comes at which place of a run. The ordinal decides shape and families, so that the first 40
// problems already hold every must-have (tile edges, long rising logits, far negative rows, ...); the seed decides the
// rest. Used by problem_gen.cpp. The ordinal is the size RapidCheck gives, so a replayed case finds its place again.
#include <cstdint>
#include <string>

#include "attncheck/property.h"
#include "draw/engine.h"
#include "draw/probes.h"
#include "draw/values.h"

namespace attncheck {

/// A size at which a family of any size is asked: the largest |logit|, within a factor of two.
struct LogitSize {
  double largest;
  std::string_view name;
};

/// Each structure at each of these within six rounds of the families: structure alone, or size alone, hides mistakes
/// that the two together show.
inline constexpr LogitSize logit_sizes[] = {
    {0x1p-10, "tiny"}, {1, "ordinary"}, {20, "large"}, {150, "past 90"}, {3e4, "past 1e4"}};

/// The small record a problem is filled from.
struct Record {
  Shape shape;
  bool causal = false;
  DType dtype = DType::float32;
  Placement placement = Placement::page_end;
  const Family* logits = nullptr;  // both null when a probe fills the problem
  const Family* values = nullptr;
  const Probe* probe = nullptr;
  const LogitSize* size = nullptr;  // null: the family's own
  std::uint64_t seed = 0;
};

/// Problems of the opening: the designed start of every run.
inline constexpr Index opening_length = 47;

/// Empty, or one line saying why no problem is both as `spec` asks and within `limits`.
std::string conflict_of(const ProblemSpec& spec, const DrawLimits& limits);

/// The record at place `ordinal`. Precondition: conflict_of(spec, limits) is empty.
Record schedule(Index ordinal, std::uint64_t seed, const ProblemSpec& spec, DType dtype, const DrawLimits& limits);

/// |logit| is at most this in every drawn problem: 4 when the spec asks for moderate logits, the subject's own limit,
/// and never above 2^21, far below where an honest shift or base change leaves float32.
double logit_limit(const ProblemSpec& spec, const DrawLimits& limits);

/// Largest |query.key| / sqrt(head_dim) over all pairs, or a larger number when that is cheaper to know.
double logit_ceiling(const Problem& problem);

/// Can no order of summation overflow, and are all logits within the limit?
bool admissible(const Problem& problem, const ProblemSpec& spec, const DrawLimits& limits);

/// Fills the tensors of a record: exact in the dtype, as `spec` asks, admissible.
Problem build_problem(const Record& record, const ProblemSpec& spec, const DrawLimits& limits);

}  // namespace attncheck
