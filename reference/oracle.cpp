#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "attncheck/random.h"
#include "reference/audit.h"
#include "reference/exact.h"
#include "reference/float_mode.h"
#include "reference/make_oracle.h"
#include "reference/row_cache.h"
#include "reference/row_judge.h"

namespace attncheck {
namespace {

constexpr double audited_row_size = 1 << 14;  // multiplications; larger rows are audited as much more rarely

// "logits 61 %, sums 20 %": what is at least a tenth of all, largest first.
std::string shares(std::vector<ErrorBound::Term> terms) {
  std::ranges::sort(terms, std::ranges::greater(), &ErrorBound::Term::size);
  double all = 0;
  for (const ErrorBound::Term& term : terms) all += term.size;
  std::string text;
  for (const ErrorBound::Term& term : terms)
    if (std::isfinite(all) && term.size * 10 >= all && term.size > 0)
      text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", term.name, 100 * term.size / all);
  return text;
}

class TieredOracle final : public Oracle {
 public:
  TieredOracle(DType dtype, const OracleOptions& options)
      : dtype_(dtype), profile_(arithmetic_profile(options.profile, dtype)), options_(options) {
    if (options.audit_every < 1) throw std::invalid_argument("audit_every must be at least 1");
  }

  const Profile& profile() const override { return profile_.words; }
  RowAnswer row(const Problem& problem, Index i) override;
  Judgement judge(const Problem& problem, const Tensor& output, std::span<const Index> rows,
                  const MemberSet& candidates, double closest_so_far) override;
  Cell prove(const Problem& problem, const Cell& cell) override;
  std::string bound_terms(const Problem& problem, const Cell& cell) override;
  Audit audit() const override { return audit_; }

 private:
  /// The row that comes closest to what every member allows, of those that are within it.
  struct Closest {
    std::optional<Index> row;
    double ratio = 0;
  };

  void start(const Problem& problem);
  void judge_row(const Problem& problem, const Tensor& output, Index i, const MemberSet& candidates,
                 Judgement& judgement, Closest& closest);
  const RowStats& stats(const Problem& problem, Index i);
  void maybe_audit(const Problem& problem, Index i, const RowStats& row);
  void record(bool agrees);

  DType dtype_;
  ArithmeticProfile profile_;
  OracleOptions options_;
  Audit audit_;
  std::uint64_t rows_seen_ = 0;
  RowCache rows_;
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

void TieredOracle::start(const Problem& problem) {
  if (problem.dtype != dtype_)
    throw std::invalid_argument(
        fmt::format("this oracle answers {} problems, not {}", info(dtype_).name, info(problem.dtype).name));
  rows_.start(problem);
}

const RowStats& TieredOracle::stats(const Problem& problem, Index i) {
  const RowStats& row = rows_.row(i);
  if (rows_.is_new(i)) maybe_audit(problem, i, row);
  return row;
}

RowAnswer TieredOracle::row(const Problem& problem, Index i) {
  const ExactFloatMode mode;
  start(problem);
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
                              const MemberSet& candidates, double closest_so_far) {
  if (output.rows() != problem.shape.tokens || output.cols() != problem.shape.value_dim)
    throw std::invalid_argument(fmt::format("the output is {} x {}, expected {} x {}", output.rows(), output.cols(),
                                            problem.shape.tokens, problem.shape.value_dim));
  const ExactFloatMode mode;
  start(problem);
  Judgement judgement;
  judgement.witness.resize(profile_.members.size());
  Closest closest;
  while (!rows.empty()) {
    const std::size_t block = rows_.prepare(rows);
    for (const Index i : rows.first(block)) judge_row(problem, output, i, candidates, judgement, closest);
    rows = rows.subspan(block);
  }
  judgement.closest = closest.ratio;
  if (closest.row && !judgement.worst && closest.ratio > closest_so_far) {
    judgement.judged -= output.cols();
    RowJudge(profile_, problem, *closest.row, rows_.row(*closest.row), output.row(*closest.row))
        .judge(candidates, judgement);
  }
  return judgement;
}

void TieredOracle::judge_row(const Problem& problem, const Tensor& output, Index i, const MemberSet& candidates,
                             Judgement& judgement, Closest& closest) {
  const RowStats& row = stats(problem, i);
  if (row.may_overflow) {
    judgement.not_judged += output.cols();
    return;
  }
  RowJudge judge(profile_, problem, i, row, output.row(i));
  const std::optional<double> ratio = judge.ratio_to_tightest();
  if (!ratio) return judge.judge(candidates, judgement);
  judgement.judged += output.cols();
  if (!closest.row || *ratio > closest.ratio) closest = {i, *ratio};
}

Cell TieredOracle::prove(const Problem& problem, const Cell& cell) {
  if (cell.column < 0) return cell;  // about a row as a whole: there is no element to enclose
  const ExactFloatMode mode;
  start(problem);
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

std::string TieredOracle::bound_terms(const Problem& problem, const Cell& cell) {
  const ExactFloatMode mode;
  start(problem);
  if (cell.row < 0 || cell.column < 0 || !std::isfinite(cell.bound)) return "";
  const RowStats& row = rows_.row(cell.row);
  const auto column = static_cast<std::size_t>(cell.column);
  if (row.may_overflow) return "";
  MemberBounds bounds(profile_, problem, row);
  for (int member = 0; member < profile_.words.size(); ++member)
    if (bounds.of(member)[column] == cell.bound)
      return shares(ErrorBound(problem, row).terms(profile_.members[static_cast<std::size_t>(member)], column));
  return "";
}

}  // namespace

std::unique_ptr<Oracle> make_oracle(DType dtype, const OracleOptions& options) {
  return std::make_unique<TieredOracle>(dtype, options);
}

}  // namespace attncheck
