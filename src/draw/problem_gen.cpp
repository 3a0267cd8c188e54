#include "draw/problem_gen.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "draw/schedule.h"
#include "draw/shrink.h"

namespace attncheck {
namespace {

struct Source {
  ProblemSpec spec;
  DrawLimits limits;
};

rc::Shrinkable<Problem> shrinkable_of(const Source& source, const std::shared_ptr<const Problem>& problem,
                                      ShrinkPlace start);

/// The smaller problems as RapidCheck's lazy sequence.
class SmallerProblems {
 public:
  SmallerProblems(const Source& source, std::shared_ptr<const Problem> problem, ShrinkPlace start)
      : source_(source), round_(std::move(problem), source.spec, source.limits, start) {}

  rc::Maybe<rc::Shrinkable<Problem>> operator()() {
    auto smaller = round_.next();
    if (!smaller) return rc::Nothing;
    return shrinkable_of(source_, std::make_shared<const Problem>(std::move(*smaller)), round_.place());
  }

 private:
  Source source_;
  ShrinkRound round_;
};

rc::Shrinkable<Problem> shrinkable_of(const Source& source, const std::shared_ptr<const Problem>& problem,
                                      ShrinkPlace start) {
  return rc::shrinkable::lambda([problem] { return *problem; },
                                [=] { return rc::makeSeq<SmallerProblems>(source, problem, start); });
}

void show_tensor(const char* name, const Tensor& tensor, std::ostream& out) {
  constexpr Index most_rows = 8;
  constexpr Index most_columns = 16;
  out << name << " = [";
  for (Index i = 0; i < std::min(tensor.rows(), most_rows); ++i) {
    out << (i == 0 ? "[" : ", [");
    for (Index c = 0; c < std::min(tensor.cols(), most_columns); ++c)
      out << (c == 0 ? "" : ", ") << fmt::format("{}", tensor(i, c));
    out << (tensor.cols() > most_columns ? ", ...]" : "]");
  }
  out << (tensor.rows() > most_rows ? ", ...]\n" : "]\n");
}

}  // namespace

rc::Gen<Problem> problem_gen(const ProblemSpec& spec, DType dtype, const DrawLimits& limits) {
  const std::string conflict = conflict_of(spec, limits);
  if (!conflict.empty()) throw std::invalid_argument(conflict);
  return [=](rc::Random random, int size) {
    const Record record = schedule(size, random.next(), spec, dtype, limits);
    const auto problem = std::make_shared<const Problem>(build_problem(record, spec, limits));
    return shrinkable_of({spec, limits}, problem, {});
  };
}

rc::Gen<Index> index_gen(Index count) {
  if (count < 1) throw std::invalid_argument(fmt::format("an index below {} cannot be drawn", count));
  return [=](rc::Random random, int) {
    const auto index = static_cast<Index>(random.next() % static_cast<std::uint64_t>(count));
    return rc::shrinkable::shrinkRecur(index, [](Index larger) { return rc::shrink::towards(larger, Index{0}); });
  };
}

rc::Gen<std::uint64_t> seed_gen() {
  return [](rc::Random random, int) {
    return rc::shrinkable::shrinkRecur(random.next(), [](std::uint64_t larger) {
      return rc::seq::takeWhile(rc::seq::range(std::uint64_t{0}, std::uint64_t{4}),
                                [=](std::uint64_t small) { return small < larger; });
    });
  };
}

rc::Gen<Problem> arbitrary_problem(const ProblemSpec& spec, DType dtype) {
  return problem_gen(spec, dtype, DrawLimits{}).as("problem");
}

void showValue(const Problem& problem, std::ostream& out) {
  out << to_string(problem.shape) << ", " << info(problem.dtype).name << (problem.causal ? ", causal" : ", not causal")
      << ", " << problem.family << "\n";
  show_tensor("query", problem.query, out);
  show_tensor("key", problem.key, out);
  show_tensor("value", problem.value, out);
}

}  // namespace attncheck
