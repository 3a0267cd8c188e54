#include "draw/shrink.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/schedule.h"

namespace attncheck {
namespace {

enum class Cut { tokens, head_dim, value_dim, causal, values };

constexpr double largest_small = 16;      // integers up to this are small
constexpr Index chunks_from_end = 8;      // and the first one: long problems must not eat the budget
constexpr double largest_plain = 0x1p20;  // integers up to this are plain

bool is_integer(double value) { return value == std::trunc(value); }

int exponent_of(double value) { return value == 0 ? 0 : std::ilogb(value); }

bool is_power(double value) { return value != 0 && std::abs(value) == std::ldexp(1.0, exponent_of(value)); }

int significant_bits(double value) {
  int exponent = 0;
  double fraction = std::abs(std::frexp(value, &exponent));
  int bits = 0;
  for (; fraction != 0; ++bits) fraction = 2 * fraction - std::trunc(2 * fraction);
  return bits;
}

double magnitude_cost(double size) {
  if (is_integer(size) && size <= largest_small) return size;
  if (is_power(size)) return largest_small + 1 + std::abs(exponent_of(size));
  if (is_integer(size) && size <= largest_plain) return 2000 + size * 0x1p-10;
  return 4000 + 10 * significant_bits(size) + std::abs(exponent_of(size)) * 0x1p-8;
}

// Ways to simplify one element; an element that does not get cheaper stays.
double to_zero(double) { return 0; }
double to_one(double) { return 1; }
double to_sign(double value) { return value < 0 ? -1 : 1; }
double to_integer(double value) { return std::clamp(std::round(value), -largest_small, largest_small); }
double to_power(double value) { return value == 0 ? 0 : std::copysign(std::ldexp(1.0, exponent_of(value)), value); }
double to_three_bits(double value) {
  const int shift = exponent_of(value) - 2;
  return std::ldexp(std::round(std::ldexp(value, -shift)), shift);
}
double to_half(double value) {
  if (is_integer(value) && std::abs(value) <= largest_plain) return std::trunc(value / 2);
  return is_power(value) ? std::copysign(std::ldexp(1.0, exponent_of(value) / 2), value) : value;
}
double to_previous(double value) {
  if (is_integer(value) && std::abs(value) <= largest_small) return value - std::copysign(1, value);
  if (!is_power(value)) return value;
  return std::copysign(std::ldexp(1.0, exponent_of(value) + (exponent_of(value) > 0 ? -1 : 1)), value);
}

using Simplify = double (*)(double);
constexpr std::array<Simplify, 8> simplifications = {to_zero,  to_one,        to_sign, to_integer,
                                                     to_power, to_three_bits, to_half, to_previous};
constexpr std::array<Tensor Problem::*, 3> tensors = {&Problem::value, &Problem::query, &Problem::key};

struct Stage {
  Cut cut;
  Index chunk = 1;
  Tensor Problem::*tensor = nullptr;
  Simplify simplify = nullptr;
  double gain = 1;  // on the query of what is kept
};

/// All stages, the same for every problem; a stage that does not fit a problem has no items.
const std::vector<Stage>& stages() {
  static const std::vector<Stage> list = [] {
    std::vector<Stage> made;
    for (const Cut cut : {Cut::tokens, Cut::head_dim, Cut::value_dim})
      for (Index chunk = 1 << 12; chunk >= 1; chunk /= 2) made.push_back({cut, chunk});
    // Where only several channels together reach a logit, one is enough when it counts more.
    for (Index chunk = 1 << 12; chunk >= 1; chunk /= 2)
      made.push_back({.cut = Cut::head_dim, .chunk = chunk, .gain = 2});
    made.push_back({Cut::causal});
    for (Index chunk = 1 << 24; chunk >= 1; chunk /= 4)
      for (const Simplify simplify : simplifications)
        for (Tensor Problem::*tensor : tensors) made.push_back({Cut::values, chunk, tensor, simplify});
    return made;
  }();
  return list;
}

Index pieces(Index size, Index chunk) { return (size + chunk - 1) / chunk; }

/// `tensor` without rows (or columns) first .. last - 1.
Tensor without_rows(const Tensor& tensor, Index first, Index last) {
  Tensor kept(tensor.rows() - (last - first), tensor.cols());
  for (Index i = 0; i < kept.rows(); ++i) {
    const auto source = tensor.row(i < first ? i : i + (last - first));
    std::copy(source.begin(), source.end(), kept.row(i).begin());
  }
  return kept;
}

Tensor without_columns(const Tensor& tensor, Index first, Index last) {
  Tensor kept(tensor.rows(), tensor.cols() - (last - first));
  for (Index i = 0; i < kept.rows(); ++i)
    for (Index c = 0; c < kept.cols(); ++c) kept(i, c) = tensor(i, c < first ? c : c + (last - first));
  return kept;
}

void cut_tokens(Problem& problem, Index first, Index last, bool identity) {
  problem.query = without_rows(problem.query, first, last);
  problem.key = without_rows(problem.key, first, last);
  problem.value = without_rows(problem.value, first, last);
  if (identity) problem.value = without_columns(problem.value, first, last);
  problem.shape.tokens = problem.query.rows();
  problem.shape.value_dim = problem.value.cols();
}

void cut_head_dim(Problem& problem, Index first, Index last, double gain) {
  problem.query = without_columns(problem.query, first, last);
  for (double& element : problem.query.elements()) element *= gain;
  problem.key = without_columns(problem.key, first, last);
  problem.shape.head_dim = problem.query.cols();
}

void cut_value_dim(Problem& problem, Index first, Index last) {
  problem.value = without_columns(problem.value, first, last);
  problem.shape.value_dim = problem.value.cols();
}

/// Did any element get cheaper?
bool simplify_elements(Tensor& tensor, Index first, Index last, Simplify simplify) {
  bool changed = false;
  for (double& element :
       tensor.elements().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first))) {
    const double simpler = simplify(element);
    if (!(cost_of(simpler) < cost_of(element))) continue;
    element = simpler;
    changed = true;
  }
  return changed;
}

void repeat_first_row(Tensor& value) {
  for (Index j = 1; j < value.rows(); ++j) std::copy(value.row(0).begin(), value.row(0).end(), value.row(j).begin());
}

/// Removes piece `item` of a stage that cuts a size. False when too little would be left.
bool cut_piece(Problem& problem, const Stage& stage, Index item, const ProblemSpec& spec) {
  const Shape& shape = problem.shape;
  const Index size = stage.cut == Cut::tokens     ? shape.tokens
                     : stage.cut == Cut::head_dim ? shape.head_dim
                                                  : shape.value_dim;
  const Index least = stage.cut == Cut::tokens ? spec.min_tokens : stage.cut == Cut::head_dim ? spec.min_head_dim : 1;
  const Index last = item == chunks_from_end ? std::min(stage.chunk, size) : size - item * stage.chunk;
  const Index first = std::max<Index>(0, last - stage.chunk);
  if (size - (last - first) < std::max<Index>(1, least)) return false;
  if (stage.cut == Cut::tokens)
    cut_tokens(problem, first, last, spec.values == ProblemSpec::Values::identity);
  else if (stage.cut == Cut::head_dim)
    cut_head_dim(problem, first, last, stage.gain);
  else
    cut_value_dim(problem, first, last);
  return true;
}

/// Simplifies piece `item` of a tensor. False when nothing in it gets cheaper.
bool simplify_piece(Problem& problem, const Stage& stage, Index item, const ProblemSpec& spec) {
  Tensor& tensor = problem.*stage.tensor;
  const bool constant = spec.values == ProblemSpec::Values::constant && stage.tensor == &Problem::value;
  const Index size = constant ? tensor.cols() : tensor.size();
  const Index first = item * stage.chunk;
  if (!simplify_elements(tensor, first, std::min(size, first + stage.chunk), stage.simplify)) return false;
  if (constant) repeat_first_row(tensor);
  return true;
}

}  // namespace

double cost_of(double value) { return magnitude_cost(std::abs(value)) + (std::signbit(value) ? 0.5 : 0.0); }

ShrinkRound::ShrinkRound(std::shared_ptr<const Problem> problem, const ProblemSpec& spec, const DrawLimits& limits,
                         ShrinkPlace start)
    : problem_(std::move(problem)), spec_(spec), limits_(limits), start_(start), now_(start) {}

std::optional<Problem> ShrinkRound::next() {
  while (!wrapped_ || now_.stage < start_.stage || (now_.stage == start_.stage && now_.item < start_.item)) {
    if (now_.item >= items(now_.stage)) {
      now_ = {now_.stage + 1, 0};
      if (now_.stage < stages().size()) continue;
      if (wrapped_) break;
      now_ = {};
      wrapped_ = true;
      continue;
    }
    last_ = now_;
    ++now_.item;
    if (auto found = candidate(last_)) return found;
  }
  return std::nullopt;
}

Index ShrinkRound::items(std::size_t stage_index) const {
  const Stage& stage = stages()[stage_index];
  const auto chunks = [&](Index size) {
    return stage.chunk < size ? std::min(pieces(size, stage.chunk), chunks_from_end + 1) : 0;
  };
  switch (stage.cut) {
    case Cut::tokens:
      return chunks(problem_->shape.tokens);
    case Cut::head_dim:
      return chunks(problem_->shape.head_dim);
    case Cut::value_dim:
      return spec_.values == ProblemSpec::Values::identity ? 0 : chunks(problem_->shape.value_dim);
    case Cut::causal:
      return problem_->causal && !spec_.causal_only ? 1 : 0;
    case Cut::values:
      break;
  }
  const bool is_value = stage.tensor == &Problem::value;
  if (is_value && spec_.values == ProblemSpec::Values::identity) return 0;
  const Tensor& tensor = (*problem_).*stage.tensor;
  const Index size = is_value && spec_.values == ProblemSpec::Values::constant ? tensor.cols() : tensor.size();
  return stage.chunk < 4 * size ? pieces(size, stage.chunk) : 0;
}

std::optional<Problem> ShrinkRound::candidate(const ShrinkPlace& place) const {
  const Stage& stage = stages()[place.stage];
  Problem smaller = *problem_;
  bool changed = true;
  if (stage.cut == Cut::values)
    changed = simplify_piece(smaller, stage, place.item, spec_);
  else if (stage.cut == Cut::causal)
    smaller.causal = false;
  else
    changed = cut_piece(smaller, stage, place.item, spec_);
  if (!changed || !admissible(smaller, spec_, limits_)) return std::nullopt;
  return smaller;
}

double shrink_price(const Shape& shape) {
  constexpr Index exponential = 4;  // each logit has one, which costs as much as a few multiplications
  const double tokens = static_cast<double>(shape.tokens);
  return tokens * tokens * static_cast<double>(shape.head_dim + shape.value_dim + exponential) * 0x1p-18;
}

Problem shrink_problem(Problem problem, const ProblemSpec& spec, const std::function<bool(const Problem&)>& fails,
                       int budget, const DrawLimits& limits) {
  ShrinkRound round(std::make_shared<const Problem>(problem), spec, limits);
  for (double spent = 0; spent < budget;) {
    std::optional<Problem> smaller = round.next();
    if (!smaller) break;
    spent += std::max(1.0, shrink_price(smaller->shape));
    if (!fails(*smaller)) continue;
    problem = std::move(*smaller);
    round = ShrinkRound(std::make_shared<const Problem>(problem), spec, limits, round.place());
  }
  return problem;
}

}  // namespace attncheck
