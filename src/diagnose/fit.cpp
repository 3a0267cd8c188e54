// Does a candidate behave as the subject did?
#include <algorithm>
#include <cmath>
#include <sstream>

#include "diagnose/candidate.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

/// What answers as the candidate.
class Answers {
 public:
  explicit Answers(const Candidate& candidate) : candidate_(candidate) {
    std::ostringstream log;
    if (candidate.in_child) child_ = open_subject("fault:" + candidate.name, Limits{}, log);
  }

  /// Nothing when the fault does not return.
  std::optional<Tensor> operator()(const Problem& problem) {
    if (child_) {
      CallReport report = child_->call(problem);
      if (report.status != CallStatus::returned) return std::nullopt;
      return std::move(report.output);
    }
    if (!candidate_.wide) return run_steps(candidate_.steps, problem);
    Problem widened = problem;
    widened.dtype = DType::float64;
    Tensor output = run_steps(candidate_.steps, widened);
    for (double& x : output.elements()) x = round_to(problem.dtype, x);
    return output;
  }

 private:
  const Candidate& candidate_;
  std::unique_ptr<Subject> child_;
};

/// Does row i see no key at all? What such a row should be is a convention, so it is not compared.
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
    std::optional<Tensor> answered = answers_(compared_.problem);
    if (!answered) return std::nullopt;
    fault_ = std::move(*answered);
    for (const Index i : compared_.rows) {
      if (!candidate_.in_child && !candidate_.steps.is_whole() && sees_nothing(candidate_.steps, compared_.problem, i))
        continue;
      for (Index c = 0; c < fault_.cols(); ++c) element(i, c);
    }
    return outcome_;
  }

 private:
  void element(Index i, Index c) {
    const double bound = compared_.bound(i, c);
    if (!std::isfinite(bound)) return;
    const double subject = compared_.answered(i, c), fault = fault_(i, c), truth = compared_.truth(i, c);
    if (!std::isfinite(fault) || std::abs(fault - truth) > 2 * bound) ++outcome_.apart;
    if (!agrees(subject, fault, 2 * bound) && !agrees_nearby(subject, i, c))
      ++outcome_.contradict;
    else if (!is_worst(i, c))
      ++outcome_.agree;
    else if (std::isfinite(subject) && !(2 * std::abs(subject - fault) <= std::abs(subject - truth)))
      ++outcome_.contradict;  // the truth is as near
    else
      ++outcome_.agree, outcome_.explains_failure = true;
  }

  bool is_worst(Index i, Index c) const {
    return compared_.failing && i == compared_.worst_row && c == compared_.worst_column;
  }

  static bool agrees(double subject, double fault, double allowed) {
    if (!std::isfinite(subject) || !std::isfinite(fault)) return std::isfinite(subject) == std::isfinite(fault);
    return std::abs(subject - fault) <= allowed;
  }

  /// The bound is that of the right formula; the wrong one may magnify rounding more. How much is measured: by what the
  /// fault answers when its inputs are moved.
  bool agrees_nearby(double subject, Index i, Index c) {
    if (candidate_.in_child) return false;  // a process with a memory is asked each problem once
    if (nearby_.empty())
      for (const Problem& problem : compared_.nearby) nearby_.push_back(answers_(problem).value());
    double moved = 0;
    for (const Tensor& nearby : nearby_) {
      if (std::isfinite(nearby(i, c)) != std::isfinite(fault_(i, c))) return true;
      moved = std::max(moved, std::abs(nearby(i, c) - fault_(i, c)));
    }
    return agrees(subject, fault_(i, c), 2 * (compared_.bound(i, c) + moved));
  }

  const Candidate& candidate_;
  const Compared& compared_;
  Answers& answers_;
  Tensor fault_;
  std::vector<Tensor> nearby_;
  Outcome outcome_;
};

}  // namespace

Fit fit(const Candidate& candidate, const std::vector<Compared>& problems) {
  Fit result;
  Answers answers(candidate);
  bool explains_a_failure = false;
  Index contradicted = 0, apart = 0;
  for (const Compared& compared : problems) {
    const auto outcome = OnProblem(candidate, compared, answers)();
    if (!outcome) return result;
    if (const char* dbg = getenv("DIAGDBG"))
      if ((candidate.name + " " + candidate.variant + " " + candidate.sentence).find(dbg) != std::string::npos)
        fprintf(stderr, "%s | %s | %s c=%d %s failing=%d agree %ld contra %ld apart %ld nearer %d\n",
                candidate.name.c_str(), candidate.sentence.c_str(), to_string(compared.problem.shape).c_str(),
                compared.problem.causal, compared.problem.family.c_str(), compared.failing, outcome->agree,
                outcome->contradict, outcome->apart, outcome->explains_failure);
    contradicted += outcome->contradict;
    apart += outcome->apart;
    if (contradicted > (candidate.rounds ? 4 + apart / 8 : 0)) return result;
    if (outcome->agree == 0) continue;
    ++result.compared;
    ++result.explained;
    explains_a_failure = explains_a_failure || outcome->explains_failure;
  }
  result.fits = explains_a_failure && contradicted <= (candidate.rounds ? apart / 8 : 0);
  return result;
}

}  // namespace attncheck
