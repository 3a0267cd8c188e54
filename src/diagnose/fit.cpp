// Does a candidate behave as the subject did?
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "diagnose/candidate.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

/// What answers as the candidate.
class Answers {
 public:
  explicit Answers(const Candidate& candidate) : candidate_(candidate), steps_(candidate.steps) {
    steps_.final_sum = [this, of = candidate.steps.final_sum](double sum, double shift) {
      sums_.push_back(of(sum, shift));
      return sums_.back();
    };
  }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  /// The denominators of the last answer, row by row; none when it does not go along the keys in steps.
  const std::vector<double>& sums() const { return sums_; }

  /// Nothing when the fault does not return.
  std::optional<Tensor> operator()(const Problem& problem) {
    return candidate_.in_child ? ask(child_, problem) : here(problem);
  }

  /// What a fault remembers is forgotten.
  void restart() {
    if (child_) child_->restart();
  }

  /// The same in a process that the other questions do not see: a fault may remember what it was asked.
  std::optional<Tensor> aside(const Problem& problem) {
    return candidate_.in_child ? ask(aside_, problem) : here(problem);
  }

 private:
  std::optional<Tensor> ask(std::unique_ptr<Subject>& child, const Problem& problem) {
    std::ostringstream log;
    if (!child) child = open_subject("fault:" + candidate_.name, log);
    CallReport report = child->call(problem);
    if (report.status != CallStatus::returned) return std::nullopt;
    return std::move(report.output);
  }

  Tensor here(const Problem& problem) {
    sums_.clear();
    if (!candidate_.wide) return run_steps(steps_, problem);
    Problem widened = problem;
    widened.dtype = DType::float64;
    Tensor output = run_steps(steps_, widened);
    for (double& x : output.elements()) x = round_to(problem.dtype, x);
    return output;
  }

  const Candidate& candidate_;
  Steps steps_;
  std::vector<double> sums_;
  std::unique_ptr<Subject> child_;
  std::unique_ptr<Subject> aside_;
};

/// Does row i see no key at all? What it answers then is a convention.
bool sees_nothing(const Steps& steps, const Problem& problem, Index i) {
  const Index keys = steps.keys_read(problem.shape.tokens);
  for (Index j = 0; j < keys; ++j)
    if (steps.visible(problem, i, j) || std::isfinite(steps.hidden_logit(0.0))) return false;
  return true;
}

/// One candidate on one problem.
class OnProblem {
 public:
  OnProblem(const Candidate& candidate, const Compared& compared, Answers& answers)
      : candidate_(candidate), compared_(compared), answers_(answers) {}

  struct Outcome {
    Index agree = 0;  // elements
    Index contradict = 0;
    Index apart = 0;  // elements on which the candidate is not the truth
    bool explains_failure = false;
  };

  std::optional<Outcome> operator()() {
    if (compared_.fresh) answers_.restart();
    std::optional<Tensor> answered = answers_(compared_.problem);
    if (!answered) return std::nullopt;
    fault_ = std::move(*answered);
    sums_ = answers_.sums();
    const bool steps = !candidate_.in_child && !candidate_.steps.is_whole();
    for (const Index i : compared_.rows) {
      const bool empty = steps && sees_nothing(candidate_.steps, compared_.problem, i);
      for (Index c = 0; c < fault_.cols(); ++c) empty ? empty_element(i, c) : element(i, c);
    }
    if (worst_ > 1 && !outcome_.explains_failure) ++outcome_.contradict;
    return outcome_;
  }

 private:
  void element(Index i, Index c) {
    const double bound = compared_.bound(i, c);
    if (!std::isfinite(bound)) return;
    const double subject = compared_.answered(i, c), fault = fault_(i, c), truth = compared_.truth(i, c);
    if (!std::isfinite(fault) || std::abs(fault - truth) > 2 * bound) ++outcome_.apart;
    const bool same = agrees(subject, fault, 2 * bound) || agrees_nearby(subject, i, c);
    if (!same && out_of_range(i) && !agrees(subject, truth, bound)) return;
    ++(same ? outcome_.agree : outcome_.contradict);
    const double ratio =
        std::isfinite(subject) ? std::abs(subject - truth) / bound : std::numeric_limits<double>::max();
    if (ratio <= worst_) return;
    worst_ = ratio;
    outcome_.explains_failure = !std::isfinite(subject) ||
                                2 * std::abs(subject - fault) <= std::abs(subject - truth);  // else as near the truth
  }

  /// Has the fault's denominator left the normal numbers? Then its answer is wrong, but how it is wrong depends on
  /// whether it divides, multiplies by the reciprocal or divides the weights first.
  bool out_of_range(Index i) const {
    if (i >= static_cast<Index>(sums_.size())) return false;
    const double sum = std::abs(sums_[static_cast<std::size_t>(i)]);
    const DTypeInfo& type = info(candidate_.wide ? DType::float64 : compared_.problem.dtype);
    return !(sum >= type.smallest_normal) || !std::isfinite(sum);
  }

  /// The usual conventions: NaN of 0 / 0, zero, or the mean of all values.
  void empty_element(Index i, Index c) {
    const double bound = compared_.bound(i, c), subject = compared_.answered(i, c);
    if (!std::isfinite(bound) || !std::isfinite(subject) || subject == 0) return;
    double mean = 0;
    for (Index j = 0; j < compared_.problem.shape.tokens; ++j) mean += compared_.problem.value(j, c);
    mean /= static_cast<double>(compared_.problem.shape.tokens);
    if (!agrees(subject, mean, 2 * bound)) ++outcome_.contradict;
  }

  static bool agrees(double subject, double fault, double allowed) {
    if (!std::isfinite(subject) || !std::isfinite(fault)) return std::isfinite(subject) == std::isfinite(fault);
    return std::abs(subject - fault) <= allowed;
  }

  /// The bound is that of the right formula; the wrong one may magnify rounding more. How much is measured: by what the
  /// fault answers when its inputs are moved.
  bool agrees_nearby(double subject, Index i, Index c) {
    const double fault = fault_(i, c);
    const bool finite = std::isfinite(subject) && std::isfinite(fault);
    if (finite && std::abs(subject - fault) > hopeless * compared_.bound(i, c)) return false;
    if (nearby_.empty())
      for (const Problem& problem : compared_.nearby) {
        std::optional<Tensor> answered = answers_.aside(problem);
        if (!answered) return false;
        nearby_.push_back(std::move(*answered));
      }
    double moved = 0;
    for (const Tensor& nearby : nearby_) {
      if (std::isfinite(nearby(i, c)) != std::isfinite(fault_(i, c))) return true;
      moved = std::max(moved, std::abs(nearby(i, c) - fault_(i, c)));
    }
    return agrees(subject, fault_(i, c), 2 * (compared_.bound(i, c) + moved));
  }

  static constexpr double hopeless = 0x1p14;  // no wrong formula magnifies rounding so much; saves two runs of it

  const Candidate& candidate_;
  const Compared& compared_;
  Answers& answers_;
  Tensor fault_;
  std::vector<double> sums_;
  std::vector<Tensor> nearby_;
  Outcome outcome_;
  double worst_ = 1;  // of the compared elements: how far the subject is from the truth, in bounds
};

/// Cheap ones first, since most candidates end there, and failing ones before others of a like cost; but in the order
/// in which the subject was asked when the fault may remember.
std::vector<const Compared*> in_order(const Candidate& candidate, const std::vector<Compared>& problems) {
  std::vector<const Compared*> order;
  order.reserve(problems.size());
  for (const Compared& compared : problems) order.push_back(&compared);
  const auto cost = [](const Compared* compared) {
    const Shape& shape = compared->problem.shape;
    const Index products = shape.tokens * shape.tokens * (shape.head_dim + shape.value_dim);
    return compared->failing ? products / 16 : products;
  };
  if (!candidate.in_child) std::ranges::stable_sort(order, {}, cost);
  return order;
}

}  // namespace

Fit fit(const Candidate& candidate, const std::vector<Compared>& problems) {
  Fit result;
  Answers answers(candidate);
  bool explains_failure = false;
  Index apart = 0;
  for (const Compared* compared : in_order(candidate, problems)) {
    const auto outcome = OnProblem(candidate, *compared, answers)();
    if (!outcome) return result;
    result.contradicted += outcome->contradict;
    apart += outcome->apart;
    // Of rounded steps a few tip to the neighbouring number; anywhere else one contradiction is enough.
    if (outcome->contradict > (candidate.rounds ? outcome->apart : 0)) return result;
    if (result.contradicted > (candidate.rounds ? 4 + apart / 8 : 0)) return result;
    if (outcome->agree == 0) continue;
    ++result.compared;
    ++result.explained;
    explains_failure = explains_failure || outcome->explains_failure;
  }
  result.fits = explains_failure && result.contradicted <= (candidate.rounds ? apart / 8 : 0);
  return result;
}

}  // namespace attncheck
