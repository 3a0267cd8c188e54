#include "attncheck/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "attncheck/random.h"
#include "core/text.h"

namespace attncheck {
namespace {

/// The columns in which the two rows are not the same number. Where neither is finite there is nothing to compare.
std::vector<Index> columns_apart(const Tensor& one, const Tensor& other, Index row, Index except) {
  std::vector<Index> columns;
  for (Index j = 0; j < one.cols(); ++j) {
    const double a = one(row, j);
    const double b = other(row, j);
    if (j != except && a != b && (std::isfinite(a) || std::isfinite(b))) columns.push_back(j);
  }
  return columns;
}

struct Apart {
  Index row;
  std::vector<Index> columns;
  RowAnswer answer;  // of `one`
};

void require_rows(const RowRange& rows, const Asked& one, const Asked& other) {
  const Tensor& a = one.output;
  const Tensor& b = other.output;
  if (rows.first >= 0 && rows.first <= rows.last && rows.last <= std::min(a.rows(), b.rows()) && a.cols() == b.cols())
    return;
  throw std::invalid_argument(fmt::format("same_rows compares rows {} .. {}, but the outputs are {} x {} and {} x {}",
                                          rows.first, rows.last - 1, a.rows(), a.cols(), b.rows(), b.cols()));
}

/// One of the two answers, at one element.
struct Side {
  const Asked& asked;
  const RowAnswer& answer;

  double observed(Index row, Index column) const { return asked.output(row, column); }
  double right(Index column) const { return answer.centre[static_cast<std::size_t>(column)]; }
  bool is_wrong(Index row, Index column) const {
    return !(std::abs(observed(row, column) - right(column)) <= std::ranges::max(allowed_at(answer, column)));
  }
};

void compare(Check& check, const Apart& apart, const Asked& one, const Asked& other, const std::string& what) {
  const RowAnswer answer = check.answer(other.problem, apart.row);
  if (apart.answer.may_overflow || answer.may_overflow) return check.undecided();
  const Side before{one, apart.answer}, after{other, answer};
  for (const Index j : apart.columns) {
    Allowed allowed = allowed_at(apart.answer, j);
    const Allowed more = allowed_at(answer, j);
    for (std::size_t member = 0; member < allowed.size(); ++member) allowed[member] += more[member];
    const bool the_first = !one.reordered && before.is_wrong(apart.row, j) && !after.is_wrong(apart.row, j);
    const Side &shown = the_first ? before : after, &beside = the_first ? after : before;
    if (the_first) check.counterexample(one.problem, one.output);
    check.within(shown.observed(apart.row, j), beside.observed(apart.row, j), allowed,
                 fmt::format("{}{}: output[{}][{}] should be {}; here it is",
                             the_first ? "compared with the same problem, " : "", what, apart.row, j,
                             real_number(one.problem.dtype, shown.right(j))),
                 Cell{.row = apart.row, .column = j, .by_law = true});
    if (the_first) check.counterexample(other.problem, other.output);
  }
}

}  // namespace

Asked ask(Check& check, Problem problem, Prefill prefill) {
  Tensor output = check.run(problem, prefill);
  return {std::move(problem), std::move(output)};
}

bool same_rows(Check& check, const Asked& one, const Asked& other, const RowRange& rows, const std::string& what,
               Index except) {
  require_rows(rows, one, other);
  // The oracle keeps the rows of one problem, so all of `one` is asked before `other`.
  std::vector<Apart> all;
  for (Index i = rows.first; i < rows.last; ++i) {
    std::vector<Index> columns = columns_apart(one.output, other.output, i, except);
    if (columns.empty()) continue;
    all.push_back({i, std::move(columns), check.answer(one.problem, i)});
  }
  check.counterexample(other.problem, other.output);
  if (static_cast<Index>(all.size()) < rows.last - rows.first) check.require(true, what);
  for (const Apart& apart : all) compare(check, apart, one, other, what);
  return all.empty();
}

Tensor rows_in_order(const Tensor& tensor, std::span<const Index> order) {
  if (static_cast<Index>(order.size()) != tensor.rows())
    throw std::invalid_argument(fmt::format("an order of {} rows for a tensor of {}", order.size(), tensor.rows()));
  Tensor ordered(tensor.rows(), tensor.cols());
  for (Index i = 0; i < tensor.rows(); ++i) {
    const auto source = tensor.row(order[static_cast<std::size_t>(i)]);
    std::copy(source.begin(), source.end(), ordered.row(i).begin());
  }
  return ordered;
}

std::vector<Index> any_order(Index count, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  Random random(seed);
  const Index kind = random.below(4);
  if (kind == 0) std::reverse(order.begin(), order.end());
  if (kind == 1) std::rotate(order.begin(), order.begin() + 1, order.end());
  for (Index i = count - 1; kind > 1 && i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
  return order;
}

void fill_normal(Problem& problem, std::uint64_t seed) {
  Random random(seed);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, problem.dtype);
}

double largest_logit(const Problem& problem) {
  double largest = 0;
  for (Index i = 0; i < problem.shape.tokens; ++i)
    for (Index j = 0; j < problem.shape.tokens; ++j) {
      const auto query = problem.query.row(i), key = problem.key.row(j);
      largest = std::max(largest, std::abs(std::inner_product(query.begin(), query.end(), key.begin(), 0.0)));
    }
  return largest / std::sqrt(static_cast<double>(problem.shape.head_dim));
}

void fit_logits(Problem& problem, double most) {
  if (most >= any_logit || !(largest_logit(problem) > most)) return;
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (double& element : tensor->elements()) element = round_to(problem.dtype, element / 2);
  fit_logits(problem, most);
}

Problem first_tokens(const Problem& problem, Index tokens) {
  if (tokens < 1 || tokens > problem.shape.tokens)
    throw std::invalid_argument(fmt::format("the first {} of {} tokens", tokens, problem.shape.tokens));
  const auto cut = [tokens](const Tensor& tensor) {
    Tensor kept(tokens, tensor.cols());
    std::copy_n(tensor.elements().begin(), kept.elements().size(), kept.elements().begin());
    return kept;
  };
  Problem shorter = problem;
  shorter.shape.tokens = tokens;
  shorter.query = cut(problem.query);
  shorter.key = cut(problem.key);
  shorter.value = cut(problem.value);
  return shorter;
}

}  // namespace attncheck
