#include "reference/row_cache.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <thread>

#include "reference/exact.h"
#include "reference/float_mode.h"

namespace attncheck {
namespace {

constexpr std::size_t most_bytes = std::size_t{128} << 20;      // of rows that are kept
constexpr std::size_t most_spare = 64;                          // rows
constexpr double worth_threads = static_cast<double>(1 << 24);  // multiplications: some ten milliseconds of one core

bool same_row(const Tensor& a, const Tensor& b, Index i) {
  return std::memcmp(a.row(i).data(), b.row(i).data(), a.row(i).size_bytes()) == 0;
}

bool may_share_rows(const Problem& a, const Problem& b) {
  return a.dtype == b.dtype && a.causal == b.causal && a.shape.head_dim == b.shape.head_dim &&
         a.shape.value_dim == b.shape.value_dim && (a.causal || a.shape.tokens == b.shape.tokens);
}

/// Keys before this one, and their values, are the same.
Index same_keys(const Problem& a, const Problem& b) {
  const Index most = std::min(a.shape.tokens, b.shape.tokens);
  Index same = 0;
  while (same < most && same_row(a.key, b.key, same) && same_row(a.value, b.value, same)) ++same;
  return same;
}

}  // namespace

void RowCache::start(const Problem& problem) {
  const bool nothing_yet = rows_.empty();
  const Index same = nothing_yet || !may_share_rows(problem_, problem) ? 0 : same_keys(problem_, problem);
  const Index most = std::min(problem_.shape.tokens, problem.shape.tokens);
  Index kept = 0;
  for (Index i = 0; i < static_cast<Index>(rows_.size()); ++i) {
    if (!has(i)) continue;
    if (i < most && rows_[static_cast<std::size_t>(i)]->keys <= same && same_row(problem_.query, problem.query, i))
      ++kept;
    else
      forget(i);
  }
  const bool unchanged = !nothing_yet && same == problem.shape.tokens && problem_.shape.tokens == same &&
                         std::memcmp(problem_.query.elements().data(), problem.query.elements().data(),
                                     problem.query.elements().size_bytes()) == 0;
  if (unchanged) return;
  require_valid(problem);
  problem_ = problem;
  rows_.resize(static_cast<std::size_t>(problem.shape.tokens));
  new_.resize(rows_.size());
  kept_bytes_ = 0;
  if (kept > 0)
    for (Index i = 0; i < problem.shape.tokens; ++i) kept_bytes_ += has(i) ? bytes(i) : 0;
  pairs_.reset();
  if (problem.dtype == DType::float32)
    tier_.start(problem_);
  else
    pairs_ = std::make_unique<DoubleDoubleRows>(problem_);
}

std::size_t RowCache::bytes(Index i) const {
  const auto keys = static_cast<std::size_t>(problem_.visible_keys(i));
  const auto columns = static_cast<std::size_t>(problem_.shape.value_dim);
  return sizeof(RowStats) + keys * (8 * sizeof(double) + sizeof(int) + 1) + columns * 3 * sizeof(double);
}

void RowCache::make_room(std::size_t bytes) {
  if (kept_bytes_ + bytes <= most_bytes) return;
  for (Index i = 0; i < static_cast<Index>(rows_.size()); ++i) forget(i);
  kept_bytes_ = 0;
}

void RowCache::forget(Index i) {
  auto& row = rows_[static_cast<std::size_t>(i)];
  if (row && spare_.size() < most_spare) spare_.push_back(std::move(*row));
  row.reset();
}

RowStats& RowCache::recycled(Index i) {
  auto& row = rows_[static_cast<std::size_t>(i)];
  if (spare_.empty()) return row.emplace();
  row = std::move(spare_.back());
  spare_.pop_back();
  return *row;
}

void RowCache::compute(CertifiedTier& tier, Index i, RowStats& row) {
  new_[static_cast<std::size_t>(i)] = 1;
  if (problem_.dtype == DType::float32) return tier.row(i, row);
  std::optional<RowStats> answer = pairs_->row(i);
  row = answer ? std::move(*answer) : exact_row(problem_, i);
}

const RowStats& RowCache::row(Index i) {
  if (!has(i)) {
    make_room(bytes(i));
    try {
      compute(tier_, i, recycled(i));
    } catch (...) {  // what is half computed must not be found
      forget(i);
      throw;
    }
    kept_bytes_ += bytes(i);
  }
  return *rows_[static_cast<std::size_t>(i)];
}

RowCache::Work RowCache::missing(std::span<const Index> rows) const {
  Work work;
  for (const Index i : rows)
    if (!has(i)) {
      work.rows.push_back(i);
      work.multiplications += static_cast<double>(problem_.visible_keys(i)) *
                              static_cast<double>(problem_.shape.head_dim + problem_.shape.value_dim);
    }
  return work;
}

std::size_t RowCache::prepare(std::span<const Index> rows) {
  std::size_t count = 0, needed = 0;
  for (; count < rows.size() && (count == 0 || needed + bytes(rows[count]) <= most_bytes); ++count)
    needed += bytes(rows[count]);
  std::size_t more = 0;
  for (const Index i : missing(rows.first(count)).rows) more += bytes(i);
  make_room(more);
  const Work work = missing(rows.first(count));
  if (problem_.dtype == DType::float32 && work.multiplications > worth_threads) {
    for (const Index i : work.rows) kept_bytes_ += bytes(i);
    compute_on_all_cores(work.rows);
  } else {
    for (const Index i : work.rows) row(i);
  }
  return count;
}

// Rows do not depend on each other, so neither do results on the number of cores.
void RowCache::compute_on_all_cores(const std::vector<Index>& rows) {
  std::vector<RowStats*> room;
  room.reserve(rows.size());
  for (const Index i : rows) room.push_back(&recycled(i));
  std::atomic<std::size_t> next = 0;
  const auto worker = [&] {
    const ExactFloatMode mode;
    CertifiedTier tier = tier_;
    for (std::size_t k = next++; k < rows.size(); k = next++) compute(tier, rows[k], *room[k]);
  };
  std::vector<std::future<void>> workers;
  for (unsigned core = 0; core < std::max(1U, std::thread::hardware_concurrency()); ++core)
    workers.push_back(std::async(std::launch::async, worker));
  for (auto& running : workers) running.get();
}

}  // namespace attncheck
