#include "draw/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace attncheck {
namespace {

/// One place of the opening: small first, then the must-haves, then breadth.
struct Opening {
  Shape shape;  // tokens, head_dim, value_dim
  bool causal;
  std::string_view logits;
  std::string_view values;
};

constexpr std::array<Opening, opening_length> opening = {{
    {{1, 1, 1}, false, "gaussian", "gaussian"},
    {{2, 1, 1}, true, "gaussian", "tagged"},
    {{2, 1, 2}, false, "integer grid", "integers"},
    {{2, 2, 1}, true, "gaussian", "gaussian"},
    {{3, 2, 2}, false, "gaussian", "tagged"},
    {{3, 1, 3}, true, "rising", "signs"},
    {{4, 3, 2}, false, "falling", "gaussian"},
    {{4, 2, 3}, true, "gaussian", "integers"},
    // Must-haves: they come within 24 places even where every second place is a probe.
    {{5, 4, 3}, false, "large both signs", "gaussian"},
    {{6, 2, 5}, true, "very negative", "tagged"},
    {{150, 2, 3}, false, "rising", "tagged"},
    {{17, 80, 5}, true, "gaussian", "gaussian"},
    {{65, 5, 2}, false, "late peak", "last key"},
    {{33, 3, 8}, true, "large positive", "gaussian"},
    {{9, 65, 4}, false, "gaussian", "powers of two"},
    {{20, 1, 2}, true, "large negative", "tagged"},
    {{130, 4, 1}, true, "rising", "one-hot"},
    {{16, 7, 16}, false, "cancelling", "integers"},
    {{12, 16, 3}, true, "row norms", "gaussian"},
    {{64, 2, 2}, false, "slow ramp", "tagged"},
    {{31, 40, 7}, true, "large gaussian", "gaussian"},
    {{7, 96, 9}, false, "gaussian", "wide exponents"},
    {{5, 5, 1}, true, "equal", "integers"},
    {{200, 1, 2}, false, "late peak", "large"},
    // Breadth.
    {{8, 64, 8}, true, "near ties", "tagged"},
    {{15, 8, 33}, false, "very negative", "subnormal"},
    {{10, 3, 2}, true, "zero rows", "gaussian"},
    {{128, 3, 2}, false, "staircase", "tagged"},
    {{32, 2, 4}, true, "early peak", "close together"},
    {{13, 128, 16}, false, "gaussian", "cancelling"},
    {{63, 1, 3}, true, "falling", "one-hot"},
    {{11, 2, 17}, false, "wide exponents", "gaussian"},
    {{129, 2, 1}, true, "dominant key", "one key"},
    {{18, 32, 1}, false, "negative", "large"},
    {{6, 3, 6}, true, "one-hot", "powers of two"},
    {{14, 5, 5}, false, "identical keys", "gaussian"},
    {{24, 2, 3}, true, "tiny queries", "cancelling"},
    {{7, 4, 2}, false, "tiny products", "integers"},
    {{72, 16, 64}, true, "large both signs", "signs"},
    {{257, 2, 2}, false, "gaussian", "last key"},
    // Beyond sizes at which other code changes its path, or its indices wrap.
    {{300, 256, 1}, true, "gaussian", "tagged"},
    {{600, 1, 1}, true, "gaussian", "tagged"},
    {{9, 3, 260}, false, "gaussian", "tiny"},
    {{270, 1, 256}, false, "gaussian", "gaussian"},
    {{1030, 1, 1}, true, "rising", "tagged"},
    {{4, 2, 2}, false, "gaussian", "tiny"},
    {{6, 3, 2}, true, "lopsided", "gaussian"},
}};

constexpr std::array<Index, 18> edges = {7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 47, 48, 49};
constexpr std::array<Index, 17> head_dims = {64, 1, 3, 16, 65, 2, 8, 80, 5, 32, 128, 7, 96, 40, 129, 17, 256};
constexpr std::array<Index, 13> value_dims = {1, 4, 2, 17, 3, 64, 5, 33, 8, 65, 16, 130, 7};

/// `wish` when it is allowed, else a size in the range that still depends on it.
Index fit(Index wish, Index least, Index most) {
  return wish >= least && wish <= most ? wish : least + wish % (most - least + 1);
}

template <class Sizes>
Index in_turn(const Sizes& sizes, Index turn) {
  return sizes[static_cast<std::size_t>(turn) % sizes.size()];
}

/// Every row once in each cycle of the table, starting elsewhere each time so that pairs of families mix.
template <class Table>
const auto& in_rotation(const Table& table, Index turn, std::uint64_t salt) {
  const std::size_t count = table.size();
  const std::size_t place = static_cast<std::size_t>(turn);
  return table[(place + mix_seed(salt, place / count)) % count];
}

Index small_dim(Random& random) { return 1 + random.below(4); }

/// Sizes after the opening: eight kinds of place in turn. Thousands of tokens are dear, so a short run has them only
/// where accuracy is judged.
Shape later_shape(Index step, bool with_probes, Random& random) {
  const Index turn = step / 8;
  const Index head_dim = in_turn(head_dims, turn + step % 8);
  const Index value_dim = in_turn(value_dims, turn + 3 * (step % 8));
  switch (step % 8) {
    case 0:
      return {1 + random.below(4), 1 + random.below(3), 1 + random.below(3)};
    case 1:
      return {5 + random.below(16), small_dim(random), small_dim(random)};
    case 2:
      return {in_turn(edges, turn), small_dim(random), small_dim(random)};
    case 3:
      return {6 + turn % 65, small_dim(random), small_dim(random)};
    case 4:
      return {in_turn(edges, turn + 7), head_dim, value_dim};
    case 5:
      return {5 + random.below(16), head_dim, value_dim};
    case 6:
      return {21 + random.below(110), head_dim, small_dim(random)};
    default:
      break;
  }
  if ((step >= 400 && turn % 12 == 0) || (with_probes && turn % 6 == 0 && turn > 0))
    return {1024 + random.below(3073), small_dim(random), small_dim(random)};
  if (turn % 2 == 0) return {200 + random.below(900), small_dim(random), small_dim(random)};
  return {130 + random.below(70), small_dim(random), value_dim};
}

/// The oracle of float64 is many times dearer: long problems only at some places. The opening keeps its must-haves.
Index affordable_tokens(Index tokens, Index ordinal, const ProblemSpec& spec, DType dtype) {
  if (spec.values == ProblemSpec::Values::identity && tokens > 160) return 24 + tokens % 137;
  if (dtype != DType::float64 || tokens <= 40) return tokens;
  if (ordinal < 24) return std::min<Index>(tokens, 150);
  return ordinal % 16 == 0 ? 66 + tokens % 85 : 5 + tokens % 36;
}

void choose_probe(Record& record, Index turn) {
  record.probe = &probes()[static_cast<std::size_t>(turn) % probes().size()];
  const Index cycle = turn / static_cast<Index>(probes().size());
  record.shape.tokens = in_turn(record.probe->tokens, cycle);
  record.shape.head_dim = in_turn(record.probe->head_dims, cycle);
  record.shape.value_dim = record.probe->value_dim;
}

void choose_opening(Record& record, Index place) {
  const Opening& row = opening[static_cast<std::size_t>(place)];
  record.shape = row.shape;
  record.causal = row.causal;
  record.logits = &family_called(logit_families(), row.logits);
  record.values = &family_called(value_families(), row.values);
}

/// Structure crossed with size: in six rounds of the families each comes at its own size and at the five others.
const LogitSize* size_in_turn(const Family& family, Index round) {
  if (!family.any_size) return nullptr;
  constexpr auto sizes = static_cast<Index>(std::size(logit_sizes));
  const Index turn = (&family - logit_families().data() + round) % (sizes + 1);
  return turn == sizes ? nullptr : &logit_sizes[turn];
}

void choose_later(Record& record, Index step, bool with_probes, Random& random) {
  record.shape = later_shape(step, with_probes, random);
  record.logits = &in_rotation(logit_families(), step, 1);
  record.size = size_in_turn(*record.logits, step / static_cast<Index>(logit_families().size()));
  record.values = &in_rotation(value_families(), step, 2);
}

/// Fills in families and the shape wished for. With probes, every second place from the ninth on is one.
void choose(Record& record, Index ordinal, bool with_probes, Random& random) {
  constexpr Index tiny = 8;
  record.causal = random.coin();
  Index place = ordinal;
  if (with_probes && ordinal >= tiny) {
    if ((ordinal - tiny) % 2 == 1) return choose_probe(record, (ordinal - tiny) / 2);
    place = tiny + (ordinal - tiny) / 2;
  }
  if (place < opening_length) return choose_opening(record, place);
  choose_later(record, place - opening_length, with_probes, random);
}

/// A claim about one family is asked on that family, at whatever place and shape. A place that holds a probe keeps the
/// shape of the probe and not its problem.
void keep_to_families(Record& record, const ProblemSpec& spec) {
  if (spec.logit_family.empty() && spec.value_family.empty()) return;
  record.probe = nullptr;
  record.size = nullptr;
  if (record.shape.value_dim == 0) record.shape.value_dim = 1;
  if (record.logits == nullptr) record.logits = &logit_families().front();
  if (record.values == nullptr) record.values = &value_families().front();
  if (!spec.logit_family.empty()) record.logits = &family_called(logit_families(), spec.logit_family);
  if (!spec.value_family.empty()) record.values = &family_called(value_families(), spec.value_family);
}

constexpr Index most_work = Index{1} << 28;  // multiplications

Index work(const Shape& shape) { return shape.tokens * shape.tokens * (shape.head_dim + shape.value_dim); }

/// Thousands of tokens with hundreds of dims take a plain subject longer than a call may last.
void keep_affordable(Shape& shape, Index least_head_dim) {
  while (work(shape) > most_work) {
    Index& larger = shape.value_dim >= shape.head_dim ? shape.value_dim : shape.head_dim;
    if (larger == 1 || (&larger == &shape.head_dim && larger <= least_head_dim)) return;
    larger /= 2;
  }
}

ShapeRange range_of(const ProblemSpec& spec) {
  return {spec.min_tokens, spec.max_tokens, spec.min_head_dim, spec.max_head_dim,
          spec.values == ProblemSpec::Values::identity};
}

/// Where the subject takes no size in the range, the range has no upper end but where it is a single size: it was
/// chosen to be cheap.
ShapeRange range_of(const ProblemSpec& spec, const ShapeLimits& limits) {
  ShapeRange range = range_of(spec);
  if (nearest({1, 1, 1}, limits, range)) return range;
  const ShapeRange open;
  if (range.max_tokens > range.min_tokens) range.max_tokens = open.max_tokens;
  if (range.max_head_dim > range.min_head_dim) range.max_head_dim = open.max_head_dim;
  return range;
}

/// The next shape that the subject takes. Where all of its dims are large, long problems are dear.
Shape taken(Shape shape, const ShapeLimits& limits, const ShapeRange& range) {
  shape = *nearest(shape, limits, range);
  while (work(shape) > most_work) {
    const auto shorter = nearest({shape.tokens / 2, shape.head_dim, shape.value_dim}, limits, range);
    if (!shorter || shorter->tokens >= shape.tokens) break;
    shape = *shorter;
  }
  return shape;
}

/// A mistake of the body, not something the subject declared.
void require_possible(const ProblemSpec& spec) {
  const auto require = [](const char* what, Index least, Index most) {
    if (least < 1 || most < least)
      throw std::invalid_argument(fmt::format(
          "{} from {} to {} cannot be drawn: expected at least 1, and no less than the first", what, least, most));
  };
  require("tokens", spec.min_tokens, spec.max_tokens);
  require("head_dim", spec.min_head_dim, spec.max_head_dim);
}

}  // namespace

std::string conflict_of(const ProblemSpec& spec, const DrawLimits& limits) {
  require_possible(spec);
  if (spec.min_tokens > limits.shapes.max_tokens)
    return fmt::format("needs at least {} tokens, and the subject takes at most {}", spec.min_tokens,
                       limits.shapes.max_tokens);
  if (!nearest({1, 1, 1}, limits.shapes, range_of(spec, limits.shapes)))
    return "of the sizes it asks the subject takes none";
  if (spec.causal_only && limits.shapes.causal.value_or(*spec.causal_only) != *spec.causal_only)
    return fmt::format("asks {} problems only, and the subject takes none",
                       *spec.causal_only ? "causal" : "not causal");
  if (!(limits.max_logit > 0)) return fmt::format("the subject takes no logit: max_logit is {}", limits.max_logit);
  return {};
}

Record schedule(Index ordinal, std::uint64_t seed, const ProblemSpec& spec, DType dtype, const DrawLimits& limits) {
  Record record;
  Random random(seed);
  record.seed = random.next();
  record.dtype = dtype;
  record.placement = random.coin() ? Placement::page_end : Placement::guard_words;
  choose(record, ordinal, spec.probes, random);
  keep_to_families(record, spec);
  if (spec.logits == ProblemSpec::Logits::moderate) record.size = nullptr;
  Shape& shape = record.shape;
  const Index most_tokens = std::min(spec.max_tokens, limits.shapes.max_tokens);
  shape.tokens = spec.wished_tokens > 0
                     ? std::clamp(spec.wished_tokens, spec.min_tokens, most_tokens)
                     : fit(affordable_tokens(shape.tokens, ordinal, spec, dtype), spec.min_tokens, most_tokens);
  if (spec.wished_head_dim > 0) shape.head_dim = spec.wished_head_dim;
  shape.head_dim = fit(shape.head_dim, spec.min_head_dim, spec.max_head_dim);
  ShapeRange range = range_of(spec, limits.shapes);
  if (shape.value_dim == 0 && !range.identity) {  // a shape class that wishes it, where the subject takes one
    range.identity = true;
    range.identity = nearest({shape.tokens, shape.head_dim, shape.tokens}, limits.shapes, range).has_value();
  }
  const bool identity = range.identity;
  if (!identity) shape.value_dim = std::max<Index>(shape.value_dim, 1);
  if (!identity) keep_affordable(shape, spec.min_head_dim);
  if (identity) shape.value_dim = shape.tokens;
  shape = taken(shape, limits.shapes, range);
  record.causal = limits.shapes.causal.value_or(spec.causal_only.value_or(record.causal));
  return record;
}

}  // namespace attncheck
