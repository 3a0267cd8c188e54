#include "probe/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "attncheck/laws.h"
#include "core/text.h"
#include "probe/series.h"

namespace attncheck {
namespace {

constexpr Index token_counts[] = {1,  2,  3,   5,   8,   16,  17,  24,  31,  32,  33,   48,   63,  64,
                                  65, 96, 127, 128, 129, 192, 256, 320, 384, 512, 1024, 2048, 4096};
constexpr Index dims[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 40, 48, 64, 65, 72, 80, 96, 128, 160, 192, 256, 512};
constexpr Shape bases[] = {{64, 64, 64}, {128, 128, 128}, {16, 16, 16}, {4, 2, 3},
                           {1, 1, 1},    {64, 32, 32},    {256, 64, 64}};
constexpr int repeats = 20;

/// A problem of a shape and mask that the subject answers.
struct Base {
  Shape shape;
  bool causal;
};

class Asking {
 public:
  Asking(Subject& subject, DType dtype) : subject_(subject), dtype_(dtype) {}

  Problem problem(const Base& base) const {
    Problem made = make_problem(base.shape, dtype_, base.causal);
    fill_normal(made, 1);
    return made;
  }

  /// Empty when it answered, with numbers and in full; else what happened.
  std::string refusal(const Base& base) {
    const CallReport report = subject_.call(problem(base));
    costly_ = report.status == CallStatus::timed_out || report.status == CallStatus::out_of_memory;
    if (report.status != CallStatus::returned) return one_line(report.detail);
    if (report.unwritten > 0) return fmt::format("{} elements of the output were not written", report.unwritten);
    const bool numbers = std::ranges::all_of(report.output.elements(), [](double x) { return std::isfinite(x); });
    return numbers ? "" : "the output is not finite";
  }

  template <class ShapeOf>
  Series series(std::span<const Index> sizes, bool causal, ShapeOf shape_of) {
    Series found;
    for (const Index size : sizes) {
      const std::string why = refusal({shape_of(size), causal});
      (why.empty() ? found.answered : found.refused).push_back(size);
      if (!why.empty() && found.first_refusal.empty()) found.first_refusal = fmt::format("{}: {}", size, why);
      if (costly_ && !found.answered.empty()) break;
    }
    return found;
  }

  bool repeats_itself(const Base& base) {
    const Problem asked = problem(base);
    const CallReport first = subject_.call(asked);
    for (int again = 0; again < repeats; ++again) {
      const CallReport next = subject_.call(asked);
      if (next.status != CallStatus::returned) return true;
      if (!std::ranges::equal(first.output.elements(), next.output.elements())) return false;
    }
    return true;
  }

  /// Which rows are NaN throughout when the key of the last token is; empty when it does not return.
  std::vector<bool> rows_with_nan(const Base& base) {
    Problem poisoned = problem(base);
    for (double& element : poisoned.key.row(base.shape.tokens - 1)) element = std::numeric_limits<double>::quiet_NaN();
    const CallReport report = subject_.call(poisoned);
    std::vector<bool> rows;
    if (report.status != CallStatus::returned) return rows;
    for (Index i = 0; i < base.shape.tokens; ++i)
      rows.push_back(std::ranges::all_of(report.output.row(i), [](double x) { return std::isnan(x); }));
    return rows;
  }

 private:
  Subject& subject_;
  DType dtype_;
  bool costly_ = false;
};

std::optional<Base> base_of(Asking& ask, Probed& out) {
  for (const bool causal : {true, false})
    for (const Shape& shape : bases) {
      const std::string why = ask.refusal({shape, causal});
      if (why.empty()) return Base{shape, causal};
      if (out.refusal.empty()) out.refusal = fmt::format("{}: {}", to_string(shape), why);
    }
  return std::nullopt;
}

void add(Probed& out, std::vector<Answered> answers) {
  for (Answered& one : answers) out.answers.push_back(std::move(one));
}

void ask_about_tokens(Asking& ask, const Base& base, Probed& out) {
  const auto shape_of = [&](Index tokens) { return Shape{tokens, base.shape.head_dim, base.shape.value_dim}; };
  add(out, proposals(ask.series(token_counts, base.causal, shape_of), {"tokens", "tokens_multiple", "max_tokens", ""}));
}

void ask_about_dims(Asking& ask, const Base& base, Probed& out) {
  const Series square = ask.series(dims, base.causal, [&](Index dim) { return Shape{base.shape.tokens, dim, dim}; });
  add(out, proposals(square, {"head_dim", "dim_multiple", "max_dim", "head_dim"}));
  const Index most = square.answered.back();
  const Index least = square.answered.size() > 1 ? square.answered.front() : most / 2 + 1;
  if (least == most) return;
  for (const auto& [head_dim, value_dim] : {std::pair(least, most), std::pair(most, least)}) {
    const std::string why = ask.refusal({{base.shape.tokens, head_dim, value_dim}, base.causal});
    if (why.empty()) continue;
    out.answers.push_back(
        {fmt::format("head_dim {} with value_dim {}: {}", head_dim, value_dim, why), "square", "yes"});
    return;
  }
}

void ask_about_conduct(Asking& ask, const Base& base, Probed& out) {
  const std::string other = ask.refusal({base.shape, !base.causal});
  if (!other.empty())
    out.answers.push_back(
        {fmt::format("{}: {}", base.causal ? "not causal" : "causal", other), "causal", base.causal ? "yes" : "no"});
  if (!ask.repeats_itself(base))
    out.answers.push_back(
        {fmt::format("the same problem asked {} times got different bits", repeats), "repeatable", "no"});
  const std::vector<bool> rows = ask.rows_with_nan(base);
  if (rows.empty()) return;
  const std::ptrdiff_t seeing = base.causal ? 1 : std::ssize(rows);
  if (std::ranges::count(rows, true) == seeing && rows.back())
    out.answers.push_back({"NaN in the last key reached the rows that see it and no other", "nan", "yes"});
  else
    out.answers.push_back({"NaN in the last key did not reach just the rows that see it: nothing is promised", "", ""});
}

/// A basic string of TOML.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : one_line(text)) out += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

}  // namespace

Probed probe(Subject& subject, const std::optional<DType>& dtype) {
  const DType asked = dtype.value_or(subject.dtypes().front());
  if (std::ranges::find(subject.dtypes(), asked) == subject.dtypes().end())
    throw std::invalid_argument(fmt::format("--dtype {}: {} does not offer it", info(asked).name, subject.name()));
  Asking ask(subject, asked);
  Probed out;
  const auto base = base_of(ask, out);
  if (!base) return out;
  out.refusal.clear();
  ask_about_tokens(ask, *base, out);
  ask_about_dims(ask, *base, out);
  ask_about_conduct(ask, *base, out);
  return out;
}

std::string proposed_file(const std::string& path, const std::string& options, const Probed& probed) {
  std::string out =
      "# What attncheck probe saw. It looks at whether there is an answer, never at whether it is right.\n"
      "# Each line under declare is a limit or a convention: confirm it by hand, or take it away. A crash at some\n"
      "# size may as well be a mistake.\n\n[[subject]]\n";
  out += fmt::format("path = {}\n{}", quoted(path), options);
  std::string declared;
  for (const Answered& one : probed.answers) {
    if (one.key.empty())
      out += fmt::format("# {}\n", one_line(one.seen));
    else
      declared += fmt::format("# {}\n{} = {}\n", one_line(one.seen), one.key, quoted(one.value));
  }
  return declared.empty() ? out : out + "\n[subject.declare]\n" + declared;
}

}  // namespace attncheck
