#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "attncheck/random.h"
#include "reference/audit.h"
#include "reference/certified.h"
#include "reference/exact.h"
#include "reference/make_oracle.h"
#include "reference/row_judge.h"

namespace attncheck {
namespace {

constexpr double audited_row_size = 1 << 14;  // multiplications; larger rows are audited as much more rarely

bool same(const Tensor& a, const Tensor& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.elements().data(), b.elements().data(), a.elements().size_bytes()) == 0;
}

bool same_mathematics(const Problem& a, const Problem& b) {
  return a.dtype == b.dtype && a.causal == b.causal && same(a.query, b.query) && same(a.key, b.key) &&
         same(a.value, b.value);
}

class TieredOracle final : public Oracle {
 public:
  TieredOracle(DType dtype, const OracleOptions& options)
      : dtype_(dtype), profile_(arithmetic_profile(options.profile, dtype)), options_(options) {
    require_exact_environment();
    if (options.audit_every < 1) throw std::invalid_argument("audit_every must be at least 1");
  }

  const Profile& profile() const override { return profile_.words; }
  RowAnswer row(const Problem& problem, Index i) override;
  Judgement judge(const Problem& problem, const Tensor& output, std::span<const Index> rows,
                  const MemberSet& candidates) override;
  Cell prove(const Problem& problem, const Cell& cell) override;
  Audit audit() const override { return audit_; }

 private:
  const RowStats& stats(const Problem& problem, Index i);
  void maybe_audit(const Problem& problem, Index i, const RowStats& row);
  void record(bool agrees);

  DType dtype_;
  ArithmeticProfile profile_;
  OracleOptions options_;
  Audit audit_;
  std::uint64_t rows_seen_ = 0;
  CertifiedTier certified_;
  Problem last_;                                // subjects are run several times on one problem
  std::vector<std::optional<RowStats>> stats_;  // of last_, by row
};

void TieredOracle::record(bool agrees) {
  ++audit_.rows;
  if (!agrees) ++audit_.disagreements;
}

void TieredOracle::maybe_audit(const Problem& problem, Index i, const RowStats& row) {
  const double size = static_cast<double>(row.keys * (problem.shape.head_dim + problem.shape.value_dim));
  const double every = options_.audit_every * std::max(1.0, size / audited_row_size);
  Random random(mix_seed(options_.audit_seed, rows_seen_++));
  if (!row.may_overflow && random.uniform() * every < 1) record(audit_agrees(problem, i, row));
}

const RowStats& TieredOracle::stats(const Problem& problem, Index i) {
  if (problem.dtype != dtype_)
    throw std::invalid_argument(
        fmt::format("this oracle answers {} problems, not {}", info(dtype_).name, info(problem.dtype).name));
  if (stats_.empty() || !same_mathematics(last_, problem)) {
    require_valid(problem);
    last_ = problem;
    stats_.assign(static_cast<std::size_t>(problem.shape.tokens), std::nullopt);
    if (dtype_ == DType::float32) certified_.start(last_);
  }
  std::optional<RowStats>& row = stats_.at(static_cast<std::size_t>(i));
  if (!row) {
    if (dtype_ == DType::float32)
      certified_.row(i, row.emplace());
    else
      row = exact_row(problem, i);
    maybe_audit(problem, i, *row);
  }
  return *row;
}

RowAnswer TieredOracle::row(const Problem& problem, Index i) {
  const RowStats& row = stats(problem, i);
  RowAnswer answer;
  answer.centre = row.centre;
  answer.radius = row.radius;
  answer.logits = row.logit;
  for (const double e : row.exponential) answer.weights.push_back(e / row.sum);
  answer.may_overflow = row.may_overflow;
  MemberBounds bounds(profile_, problem, row);
  for (int member = 0; member < profile_.words.size(); ++member)
    answer.bound.push_back(row.may_overflow ? std::vector<double>(row.centre.size(), INFINITY) : bounds.of(member));
  return answer;
}

Judgement TieredOracle::judge(const Problem& problem, const Tensor& output, std::span<const Index> rows,
                              const MemberSet& candidates) {
  if (output.rows() != problem.shape.tokens || output.cols() != problem.shape.value_dim)
    throw std::invalid_argument(fmt::format("the output is {} x {}, expected {} x {}", output.rows(), output.cols(),
                                            problem.shape.tokens, problem.shape.value_dim));
  Judgement judgement;
  judgement.witness.resize(profile_.members.size());
  std::optional<Index> closest;  // the row that comes closest to what every member allows
  double most = 0;
  for (const Index i : rows) {
    const RowStats& row = stats(problem, i);
    if (row.may_overflow) {
      judgement.not_judged += output.cols();
      continue;
    }
    RowJudge judge(profile_, problem, i, row, output.row(i));
    const std::optional<double> ratio = judge.ratio_to_tightest();
    if (!ratio) {
      judge.judge(candidates, judgement);
      continue;
    }
    judgement.judged += output.cols();
    if (!closest || *ratio > most) closest = i, most = *ratio;
  }
  // One right row is compared with every member, so that the report can say how close it came.
  if (closest && !judgement.worst) {
    RowJudge judge(profile_, problem, *closest, stats(problem, *closest), output.row(*closest));
    judgement.judged -= output.cols();
    judge.judge(candidates, judgement);
  }
  return judgement;
}

Cell TieredOracle::prove(const Problem& problem, const Cell& cell) {
  if (cell.column < 0) return cell;  // about a row as a whole: there is no element to enclose
  const RowStats& row = stats(problem, cell.row);
  Cell proven = cell;
  const bool finite = std::isfinite(cell.observed);
  const double observed = finite ? cell.observed : 0.0;
  const Index column = cell.column;
  const Enclosure found = enclose(problem, cell.row, {&column, 1}, {&observed, 1}, needed_bits(row));
  proven.centre = found.centre.front();
  proven.radius = found.radius.front();
  const auto c = static_cast<std::size_t>(column);
  if (!row.may_overflow)
    record(std::fabs(proven.centre - row.centre[c]) * (1 - 0x1p-51) <= (row.radius[c] + proven.radius) * (1 + 0x1p-51));
  const double excess = finite ? found.observed.front().least : INFINITY;
  proven.ratio = excess > 0 ? excess / cell.bound : 0;
  return proven;
}

}  // namespace

std::unique_ptr<Oracle> make_oracle(DType dtype, const OracleOptions& options) {
  return std::make_unique<TieredOracle>(dtype, options);
}

}  // namespace attncheck
