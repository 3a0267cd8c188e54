#include "property/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <stdexcept>

#include "attncheck/laws.h"
#include "attncheck/random.h"
#include "attncheck/text.h"
#include "core/call_outcome.h"

namespace attncheck {
namespace {

std::string describe(const Cell& cell, DType dtype) {
  const std::string where = fmt::format("output[{}][{}] is {}, but attention gives {}", cell.row, cell.column,
                                        number(dtype, cell.observed), real_number(dtype, cell.centre));
  if (!std::isfinite(cell.observed)) return where;
  return fmt::format("{}; a correct subject may be off by {}, this is off by {}", where, rough(cell.bound),
                     rough(std::abs(cell.observed - cell.centre)));
}

/// Another number for another problem, the same for the same.
std::uint64_t fingerprint(const Problem& problem) {
  std::uint64_t mixed = mix_seed(static_cast<std::uint64_t>(problem.shape.tokens), problem.family);
  for (const Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (const double element : tensor->row(tensor->rows() - 1))
      mixed = mix_seed(mixed, std::bit_cast<std::uint64_t>(element));
  return mixed;
}

bool has_elements_of(const Tensor& one, const Tensor& other) {
  return std::ranges::equal(one.elements(), other.elements());
}

/// A mistake of the body, which must not be taken for one of the subject.
void require_rows(const char* word, const Tensor& tensor, Index first, Index last, Index columns) {
  if (first >= 0 && first <= last && last <= tensor.rows() && tensor.cols() == columns) return;
  throw std::invalid_argument(fmt::format("{} compares rows {} .. {} of {} columns, but one of the outputs is {} x {}",
                                          word, first, last - 1, columns, tensor.rows(), tensor.cols()));
}

/// The elements that together exclude every member, when no single element does.
std::string describe_together(const Profile& profile, const Judgement& judgement) {
  std::string text = "no single arithmetic explains all elements of this output:";
  for (std::size_t member = 0; member < judgement.witness.size(); ++member)
    if (judgement.witness[member])
      text += fmt::format("\n  {}: output[{}][{}] is {:.3g} times its bound", profile.members[member].name,
                          judgement.witness[member]->row, judgement.witness[member]->column,
                          judgement.witness[member]->ratio);
  return text;
}

}  // namespace

Problem SubjectCheck::draw_problem(const ProblemSpec& spec) {
  Problem problem = drawer_.problem(spec);
  ++context_.families[problem.family];
  context_.explanation.remember(problem);
  return problem;
}

Index SubjectCheck::draw_index(Index count, std::string_view label) {
  if (count < 1)
    throw std::invalid_argument(fmt::format("draw_index({}, \"{}\"): the count must be at least 1", count, label));
  const Index index = drawer_.index(count, label);
  drawn_ += fmt::format("{}{} {}", drawn_.empty() ? "" : ", ", label, index);
  return index;
}

std::uint64_t SubjectCheck::draw_seed(std::string_view label) {
  const std::uint64_t seed = drawer_.seed(label);
  drawn_ += fmt::format("{}{} {}", drawn_.empty() ? "" : ", ", label, seed);
  return seed;
}

Index SubjectCheck::draw_in_turn(Index count) {
  if (count < 1) throw std::invalid_argument(fmt::format("draw_in_turn({}): the count must be at least 1", count));
  if (count < endless_turns) context_.turns = std::max(context_.turns, count);
  return drawer_.in_turn(count);
}

// A subject is not asked beyond what it declared, whatever a law made of a problem.
void SubjectCheck::keep_to_declared(const Problem& problem) const {
  if (const std::string only = context_.shapes.why_not(problem.shape, problem.causal); !only.empty())
    throw NotApplicable{"the subject takes " + only, false};
  if (context_.most_logit < any_logit && largest_logit(problem) > context_.most_logit)
    throw NotApplicable{fmt::format("its problems have logits beyond the declared {}", context_.most_logit), false};
}

Tensor SubjectCheck::run(const Problem& problem, Prefill prefill) {
  keep_to_declared(problem);
  drawer_.asks(problem.shape);
  return take(problem, context_.subject.call(problem, prefill));
}

Tensor SubjectCheck::run_from_threads(const Problem& problem, int threads) {
  keep_to_declared(problem);
  drawer_.asks(problem.shape);
  const Tensor output = take(problem, context_.subject.call_from_threads(problem, threads));
  if (!report_.concurrent_difference.empty()) falsify(report_.concurrent_difference, std::nullopt);
  return output;
}

bool SubjectCheck::offers(DType dtype) const {
  return std::ranges::find(context_.subject.dtypes(), dtype) != context_.subject.dtypes().end();
}

RowAnswer SubjectCheck::answer(const Problem& problem, Index row) {
  if (row < 0 || row >= problem.shape.tokens)
    throw std::invalid_argument(
        fmt::format("answer is asked for row {} of a problem of {} tokens", row, problem.shape.tokens));
  return context_.oracle.row(problem, row);
}

Tensor SubjectCheck::take(const Problem& problem, CallReport report) {
  ran_ = problem;
  output_.reset();
  ++context_.calls;
  ran_logit_ = context_.coverage.add(problem);
  report_ = std::move(report);
  if (report_.status == CallStatus::no_answer) throw NotApplicable{report_.detail, false};
  if (report_.status != CallStatus::returned) throw failure(outcome_of(report_.status), report_.detail);
  output_ = report_.output;
  if (!report_.guard_damage.empty()) falsify("wrote outside its output: " + report_.guard_damage, std::nullopt);
  return report_.output;
}

void SubjectCheck::exclude(const MemberSet& members, const Problem& problem, const Tensor& output, const Cell& cell) {
  excluded_ |= members;
  context_.explanation.exclude(members, {problem, output, cell, context_.property});
}

void SubjectCheck::note(const Problem& problem, const Judgement& judgement) {
  const bool known = problem.shape == ran_.shape && has_elements_of(problem.query, ran_.query) &&
                     has_elements_of(problem.key, ran_.key);
  Sample sample{problem.shape.tokens, problem.shape.head_dim, known ? ran_logit_ : Coverage{}.add(problem)};
  if (judgement.worst) sample.ratio = judgement.worst->ratio;
  if (judgement.closest > 0) sample.closest = judgement.closest;
  context_.samples.add(sample);
}

void SubjectCheck::within_bound(const Problem& problem, const Tensor& output) {
  const std::vector<Index> rows = rows_to_compare(problem);
  const Judgement judgement =
      context_.oracle.judge(problem, output, rows, profile().all() & ~excluded_, context_.closest);
  context_.closest = std::max(context_.closest, judgement.closest);
  context_.comparisons += judgement.judged;
  context_.undecided += judgement.not_judged + judgement.not_decided;
  note(problem, judgement);
  if (judgement.worst && std::isfinite(judgement.worst->ratio))
    context_.worst_ratio = std::max(context_.worst_ratio, judgement.worst->ratio);
  if (judgement.excluded.any()) {
    const auto witness = std::ranges::find_if(judgement.witness, [](const auto& cell) { return cell.has_value(); });
    exclude(judgement.excluded, problem, output, witness != judgement.witness.end() ? **witness : *judgement.worst);
  }
  if (!nothing_explains()) return;
  shown_ = problem;
  output_ = output;
  const bool one_element_does = judgement.worst && !(judgement.worst->ratio <= 1);
  CaseFailed failed = failure(Outcome::falsified, one_element_does ? describe(*judgement.worst, problem.dtype)
                                                                   : describe_together(profile(), judgement));
  failed.cell = judgement.worst;
  failed.provable = one_element_does;
  throw failed;
}

void SubjectCheck::within(double observed, double expected, const Allowed& allowed, const std::string& what,
                          std::optional<Cell> cell) {
  const double error = std::abs(observed - expected);
  MemberSet members;
  double most = 0;
  double largest_finite = 0;
  for (std::size_t member = 0; member < allowed.size(); ++member) {
    most = std::max(most, allowed[member]);
    if (std::isfinite(allowed[member])) largest_finite = std::max(largest_finite, allowed[member]);
    if (!(error <= allowed[member])) members.set(member);
  }
  ++(largest_finite > 0 || most == 0 ? context_.comparisons : context_.undecided);
  if (std::isfinite(most) && most > 0 && std::isfinite(error))
    context_.worst_ratio = std::max(context_.worst_ratio, error / most);
  if (std::isfinite(most) && most > 0)
    context_.samples.add({ran_.shape.tokens, ran_.shape.head_dim, ran_logit_, error / most}, context_.calls);
  if (members.none()) return;
  Cell where = cell.value_or(Cell{});
  where.observed = observed;
  where.centre = expected;
  where.bound = most;
  where.ratio = most > 0 ? error / most : HUGE_VAL;
  exclude(members, ran_, output_.value_or(Tensor{}), where);
  if (!nothing_explains()) return;
  std::string message =
      fmt::format(fmt::runtime(where.by_law ? "{} {}, but {} in its other answer" : "{} {}, but {} is right"), what,
                  real_number(context_.dtype, observed), real_number(context_.dtype, expected));
  if (std::isfinite(error))
    message += fmt::format("; a correct subject may be off by {}, this is off by {}", rough(most), rough(error));
  falsify(message, cell ? std::optional(where) : std::nullopt);
}

void SubjectCheck::rows_identical(const Tensor& before, const Tensor& after, Index first, Index last,
                                  const std::string& what) {
  require_rows("rows_identical", before, first, last, before.cols());
  require_rows("rows_identical", after, first, last, before.cols());
  for (Index i = first; i < last; ++i)
    for (Index j = 0; j < before.cols(); ++j) {
      ++context_.comparisons;
      if (identical(before(i, j), after(i, j))) continue;
      falsify(fmt::format("{}: output[{}][{}] was {} and became {}", what, i, j, number(context_.dtype, before(i, j)),
                          number(context_.dtype, after(i, j))),
              Cell{.row = i, .column = j, .observed = after(i, j), .centre = before(i, j)});
    }
}

void SubjectCheck::finite(const Problem& problem, const Tensor& output) {
  require_rows("finite", output, 0, problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < output.rows(); ++i)
    for (Index j = 0; j < output.cols(); ++j) {
      ++context_.comparisons;
      if (std::isfinite(output(i, j)) || answer(problem, i).may_overflow) continue;
      falsify(
          fmt::format("output[{}][{}] is {}, although attention of row {} is finite and nothing in it need overflow", i,
                      j, number(context_.dtype, output(i, j)), i),
          Cell{.row = i, .column = j, .observed = output(i, j)});
    }
}

void SubjectCheck::require(bool condition, const std::string& message) {
  ++context_.comparisons;
  if (!condition) falsify(message, std::nullopt);
}

void SubjectCheck::falsify(const std::string& message, std::optional<Cell> cell) {
  CaseFailed failed = failure(Outcome::falsified, message);
  failed.cell = cell;
  throw failed;
}

CaseFailed SubjectCheck::failure(Outcome outcome, const std::string& message) const {
  return {outcome, message, shown_.value_or(ran_), output_, std::nullopt, report_.stderr_tail, false, drawn_};
}

std::vector<Index> rows_to_compare(const Problem& problem) {
  const bool exact_tier = problem.dtype == DType::float64;  // a row costs about a thousand times more there
  const Index all_up_to = exact_tier ? 12 : 48;
  const int drawn = exact_tier ? 4 : 24;
  const Index tokens = problem.shape.tokens;
  std::set<Index> rows;
  const auto add = [&](Index row) {
    if (row >= 0 && row < tokens) rows.insert(row);
  };
  if (tokens <= all_up_to) {
    for (Index row = 0; row < tokens; ++row) add(row);
    return {rows.begin(), rows.end()};
  }
  for (const Index row : {Index{0}, Index{1}, tokens - 2, tokens - 1}) add(row);
  if (!exact_tier)
    for (Index edge = 8; edge <= tokens; edge *= 2) {
      add(edge - 1);
      add(edge);
    }
  const Index last_tile = (tokens - 1) / 64 * 64;
  add(last_tile - 1);
  add(last_tile);
  Random random(fingerprint(problem));
  for (int i = 0; i < drawn; ++i) add(random.below(tokens));
  return {rows.begin(), rows.end()};
}

bool identical(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace attncheck
