#pragma once
// tier.h: one way to know the output of attention, as it is timed and as it is checked before.
// Used by the table. `compute` is what is timed; `ball` says what it found and how far from the truth that may be.
// Errors: std::runtime_error when a tier has no answer to a problem it must answer.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/sample.h"

namespace attncheck::bench {

struct Ball {
  std::vector<double> centre;  // [value_dim]
  std::vector<double> radius;  // [value_dim] |true output - centre| <= radius, as the tier says
};

class Tier {
 public:
  explicit Tier(std::string name) : name_(std::move(name)) {}
  virtual ~Tier() = default;
  Tier(const Tier&) = delete;
  Tier& operator=(const Tier&) = delete;

  const std::string& name() const { return name_; }

  /// Of the problems it is asked.
  virtual DType dtype() const { return DType::float32; }

  /// The given rows, from the problem as it stands: nothing is kept of an earlier call but memory.
  virtual void compute(const Sample& sample, std::span<const Index> rows) = 0;

  /// Of a row that the last call of compute was asked for.
  virtual Ball ball(const Sample& sample, Index row) = 0;

  /// A line about what else is wrong with the tier, beside its balls; empty when nothing is.
  virtual std::string complaint(const Sample& /*sample*/) { return {}; }

 private:
  std::string name_;
};

using Tiers = std::vector<std::unique_ptr<Tier>>;

/// Tiers fast enough for whole problems: the first is plain float64, the unit.
Tiers fast_tiers();
/// Numbers wider than float64: they cost the same for every row, and nothing for the problem.
Tiers wide_tiers();

/// Radius of an output computed with unit roundoff u from these logits and exponentials, by the theorem of
/// reference/README.md, and rounded to float64 at the end.
Ball theorem_ball(const Problem& problem, Index i, std::vector<double> logits, std::vector<double> exponentials,
                  std::span<const double> output, double u);

}  // namespace attncheck::bench
