#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "bench/plain.h"
#include "bench/tier.h"
#include "reference/certified.h"
#include "reference/make_oracle.h"
#include "reference/row_layout.h"
#if __has_include("reference/double_double_row.h")
#include "reference/double_double_row.h"
#define ATTNCHECK_HAS_DOUBLE_DOUBLE
#endif

namespace attncheck::bench {
namespace {

class Plain final : public Tier {
 public:
  Plain() : Tier("plain float64") {}

  void compute(const Sample& sample, std::span<const Index> rows) override {
    if (output_.size() != sample.problem.value.size())
      output_ = Tensor(sample.problem.value.rows(), sample.problem.value.cols());
    for (const Index i : rows) plain_attention(sample.problem, i, row_, output_.row(i));
  }
  Ball ball(const Sample& sample, Index i) override {
    std::vector<double> again(sample.problem.value.row(0).size());
    plain_attention(sample.problem, i, row_, again);
    return theorem_ball(sample.problem, i, row_.logits, row_.exponentials, output_.row(i), 0x1p-53);
  }

 private:
  PlainRow row_;
  Tensor output_;
};

// The kernels of the float64 tier alone: dot products (and, in the same pass, their magnitudes), exponentials, values.
class ValueOnly final : public Tier {
 public:
  ValueOnly() : Tier("value only") {}

  void compute(const Sample& sample, std::span<const Index> rows) override {
    const Problem& problem = sample.problem;
    const auto d = static_cast<std::size_t>(problem.shape.head_dim);
    lay_out_keys(problem.key, keys_);
    lay_out_values(problem.value, values_);
    columns_ = with_room(static_cast<std::size_t>(problem.shape.value_dim));
    mean_.resize(columns_);
    size_.resize(columns_);
    if (output_.size() != problem.value.size()) output_ = Tensor(problem.value.rows(), problem.value.cols());
    for (const Index i : rows) {
      const auto n = static_cast<std::size_t>(problem.visible_keys(i));
      for (auto* numbers : {&logits_, &magnitudes_, &exponentials_}) numbers->resize(with_room(n));
      row(problem, i, n, d);
    }
  }
  Ball ball(const Sample& sample, Index i) override {
    const auto centre = output_.row(i);
    return {{centre.begin(), centre.end()}, certified_row(sample.problem, i).radius};
  }

 private:
  void row(const Problem& problem, Index i, std::size_t n, std::size_t d) {
    const RowKernels& kernels = simd_kernels();
    kernels.dots(problem.query.row(i).data(), keys_.data(), d, n, logits_.data(), magnitudes_.data());
    const double root = std::sqrt(static_cast<double>(d));
    const double largest = kernels.scale(logits_.data(), magnitudes_.data(), root, 1 / root, n);
    const double sum = kernels.exponentials(logits_.data(), largest, RowStats::negligible, n, exponentials_.data());
    kernels.average(exponentials_.data(), sum, values_.data(), n, columns_, mean_.data(), size_.data());
    std::copy_n(mean_.begin(), output_.cols(), output_.row(i).begin());
  }

  std::size_t columns_ = 0;
  AlignedNumbers keys_, values_;
  std::vector<double> mean_, size_, logits_, magnitudes_, exponentials_;
  Tensor output_;
};

class FullBound final : public Tier {
 public:
  FullBound() : Tier("full bound") {}

  void compute(const Sample& sample, std::span<const Index> rows) override {
    balls_.resize(static_cast<std::size_t>(sample.problem.shape.tokens));
    tier_.start(sample.problem);
    for (const Index i : rows) {
      tier_.row(i, row_);
      Ball& found = balls_[static_cast<std::size_t>(i)];
      found.centre.assign(row_.centre.begin(), row_.centre.end());
      found.radius.assign(row_.radius.begin(), row_.radius.end());
    }
  }
  Ball ball(const Sample& /*sample*/, Index i) override { return balls_[static_cast<std::size_t>(i)]; }

 private:
  CertifiedTier tier_;
  RowStats row_;
  std::vector<Ball> balls_;
};

// Judging float32 outputs by profile any, as a run does; a random audit comes once in 2^31 small rows.
class ProfileAny final : public Tier {
 public:
  ProfileAny()
      : Tier("profile any"), oracle_(make_oracle(DType::float32, {"any", 0, std::numeric_limits<int>::max()})) {}

  void compute(const Sample& sample, std::span<const Index> rows) override {
    // As in the middle of a run, where no row comes closer than one before it.
    const Judgement judgement = oracle_->judge(sample.problem, sample.output, rows, oracle_->profile().all(), closest_);
    closest_ = std::max(closest_, judgement.closest);
  }
  Ball ball(const Sample& sample, Index i) override {
    const RowAnswer answer = oracle_->row(sample.problem, i);
    return {answer.centre, answer.radius};
  }

  // The right output must keep a member, and one moved beyond what each allows must keep none.
  std::string complaint(const Sample& sample) override {
    const MemberSet all = oracle_->profile().all();
    const Index row = sample.problem.shape.tokens / 2;
    if (judge(sample, sample.output, row).excluded == all) return "excludes every member for a correct float32 output";
    const Allowed allowed = allowed_at(oracle_->row(sample.problem, row), 0);
    Tensor moved = sample.output;
    moved(row, 0) += 4 * *std::max_element(allowed.begin(), allowed.end());
    if (judge(sample, moved, row).excluded != all) return "keeps a member for an output beyond the bound of each";
    return {};
  }

 private:
  Judgement judge(const Sample& sample, const Tensor& output, Index row) {
    return oracle_->judge(sample.problem, output, {&row, 1}, oracle_->profile().all());
  }

  std::unique_ptr<Oracle> oracle_;
  double closest_ = 0;
};

#ifdef ATTNCHECK_HAS_DOUBLE_DOUBLE
class DoubleDouble final : public Tier {
 public:
  DoubleDouble() : Tier("double-double") {}

  DType dtype() const override { return DType::float64; }
  void compute(const Sample& sample, std::span<const Index> rows) override {
    balls_.resize(static_cast<std::size_t>(sample.problem.shape.tokens));
    const DoubleDoubleRows tier(sample.problem);
    for (const Index i : rows) {
      const std::optional<RowStats> row = tier.row(i);
      if (!row) throw std::runtime_error("double-double has no answer to a problem that is timed");
      balls_[static_cast<std::size_t>(i)] = {row->centre, row->radius};
    }
  }
  Ball ball(const Sample& /*sample*/, Index i) override { return balls_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<Ball> balls_;
};
#endif

}  // namespace

Tiers fast_tiers() {
  Tiers tiers;
  tiers.push_back(std::make_unique<Plain>());
  tiers.push_back(std::make_unique<ValueOnly>());
  tiers.push_back(std::make_unique<FullBound>());
  tiers.push_back(std::make_unique<ProfileAny>());
#ifdef ATTNCHECK_HAS_DOUBLE_DOUBLE
  tiers.push_back(std::make_unique<DoubleDouble>());
#endif
  return tiers;
}

Ball theorem_ball(const Problem& problem, Index i, std::vector<double> logits, std::vector<double> exponentials,
                  std::span<const double> output, double u) {
  RowStats row = measure_row(problem, i);
  row.logit = std::move(logits);
  row.max_logit = *std::max_element(row.logit.begin(), row.logit.end());
  row.exponential = std::move(exponentials);
  for (double& e : row.exponential) e = std::max(RowStats::negligible, e);
  row.sum = std::accumulate(row.exponential.begin(), row.exponential.end(), 0.0);
  row.centre.assign(output.begin(), output.end());
  set_errors(row, u);
  set_radius(row, problem, u);
  for (std::size_t c = 0; c < row.centre.size(); ++c)
    row.radius[c] += std::max(std::fabs(row.centre[c]) * 0x1p-53 * (1 + 0x1p-50), 0x1p-1074);
  return {row.centre, row.radius};
}

}  // namespace attncheck::bench
