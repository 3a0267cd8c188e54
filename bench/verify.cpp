#include "bench/verify.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace attncheck::bench {
namespace {

// Rounded down on the left, up on the right: only what is proven counts.
bool overlap(double centre, double radius, double true_centre, double true_radius) {
  return std::isfinite(centre) && std::isfinite(radius) &&
         std::fabs(centre - true_centre) * (1 - 0x1p-51) <= (radius + true_radius) * (1 + 0x1p-51);
}

enum class Damage { none, value_moved, last_value_lost, not_a_number, radius_infinite };

/// A tier with a deliberate error in what it answers.
class Damaged final : public Tier {
 public:
  Damaged(Tier& tier, Damage damage) : Tier(tier.name()), tier_(tier), damage_(damage) {}

  DType dtype() const override { return tier_.dtype(); }
  void compute(const Sample& sample, std::span<const Index> rows) override {
    tier_.compute(damage_ == Damage::last_value_lost ? without_last_value(sample) : sample, rows);
  }
  Ball ball(const Sample& sample, Index row) override {
    Ball found = tier_.ball(damage_ == Damage::last_value_lost ? without_last_value(sample) : sample, row);
    double& centre = found.centre.back();
    double& radius = found.radius.back();
    if (damage_ == Damage::value_moved) centre += 2 * radius + std::fabs(centre) * 0x1p-48 + 0x1p-1000;
    if (damage_ == Damage::not_a_number) centre = NAN;
    if (damage_ == Damage::radius_infinite) radius = INFINITY;
    return found;
  }

 private:
  const Sample& without_last_value(const Sample& sample) {
    if (cut_.problem.query.size() > 0) return cut_;
    cut_ = sample;
    for (double& element : cut_.problem.value.row(sample.problem.shape.tokens - 1)) element = 0;
    return cut_;
  }

  Tier& tier_;
  Damage damage_;
  Sample cut_;
};

bool refused(Tier& tier, const Sample& sample, const Truth& truth) {
  try {
    require_right(tier, sample, truth);
  } catch (const WrongTier&) { return true; }
  return false;
}

}  // namespace

Truth enclose_rows(const Sample& sample, std::vector<Index> rows) {
  std::vector<Index> columns(static_cast<std::size_t>(sample.problem.shape.value_dim));
  std::iota(columns.begin(), columns.end(), Index{0});
  Truth truth{std::move(rows), {}};
  for (const Index i : truth.rows) {
    const int bits = 2 * needed_bits(measure_row(sample.problem, i));
    truth.enclosures.push_back(enclose(sample.problem, i, columns, sample.output.row(i), bits));
  }
  return truth;
}

void require_right(Tier& tier, const Sample& sample, const Truth& truth) {
  tier.compute(sample, truth.rows);
  for (std::size_t k = 0; k < truth.rows.size(); ++k) {
    const Ball found = tier.ball(sample, truth.rows[k]);
    const Enclosure& enclosure = truth.enclosures[k];
    if (found.centre.size() != enclosure.centre.size() || found.radius.size() != enclosure.centre.size())
      throw WrongTier(fmt::format("{} answers {} columns and {} radii, expected {}", tier.name(), found.centre.size(),
                                  found.radius.size(), enclosure.centre.size()));
    for (std::size_t c = 0; c < found.centre.size(); ++c)
      if (!overlap(found.centre[c], found.radius[c], enclosure.centre[c], enclosure.radius[c]))
        throw WrongTier(fmt::format(
            "{} is wrong and is not timed: {}, row {} column {}: {:.17g} +- {:.3g}, but the truth is {:.17g} +- {:.3g}",
            tier.name(), to_string(sample.problem.shape), truth.rows[k], c, found.centre[c], found.radius[c],
            enclosure.centre[c], enclosure.radius[c]));
  }
  const std::string complaint = tier.complaint(sample);
  if (!complaint.empty())
    throw WrongTier(fmt::format("{} is wrong and is not timed: {}, it {}", tier.name(), to_string(sample.problem.shape),
                                complaint));
}

void check_refusal() {
  for (const auto make : {&fast_tiers, &wide_tiers})
    for (const auto& tier : make()) {
      const Sample sample = draw_sample(Kind::gaussian, tier->dtype(), 9, 5, 1);
      const Truth truth = enclose_rows(sample, {0, 4, 8});
      require_right(*tier, sample, truth);
      for (const Damage damage :
           {Damage::value_moved, Damage::last_value_lost, Damage::not_a_number, Damage::radius_infinite}) {
        Damaged damaged(*tier, damage);
        if (!refused(damaged, sample, truth))
          throw WrongTier(
              fmt::format("{} with a deliberate error (number {}) is not refused", tier->name(), int(damage)));
      }
    }
}

}  // namespace attncheck::bench
