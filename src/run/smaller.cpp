#include "run/smaller.h"

#include <algorithm>
#include <stdexcept>

#include "property/check.h"

namespace attncheck {
namespace {

/// For a body that draws nothing.
class NoDrawer : public Drawer {
 public:
  Problem problem(const ProblemSpec&) override { throw std::logic_error("nothing is drawn here"); }
  Index index(Index, std::string_view) override { throw std::logic_error("nothing is drawn here"); }
  std::uint64_t seed(std::string_view) override { throw std::logic_error("nothing is drawn here"); }
  Index in_turn(Index) override { throw std::logic_error("nothing is drawn here"); }
  void asks(const Shape&) override {}
};

class Smaller {
 public:
  Smaller(const CaseFailed& failed, const DTypeRun& shared) : smallest(failed), shared_(shared) {}

  bool fails(const Problem& problem) {
    if (ended_) return false;
    ++tries;
    try {
      ask(problem);
    } catch (const CaseFailed& again) {
      ended_ = again.outcome != Outcome::falsified;  // a hang or a crash is another matter, and may be costly
      if (ended_ || !again.provable || is_closer_than(again, smallest)) return false;
      smallest = again;
      return true;
    } catch (const NotApplicable&) {}  // beyond what the subject declared
    return false;
  }

  CaseFailed smallest;
  Index tries = 0;

 private:
  void ask(const Problem& problem) {
    Explanation aside(shared_.oracle.profile().all());
    CheckContext context{.subject = shared_.subject,
                         .oracle = shared_.oracle,
                         .explanation = aside,
                         .property = {},
                         .dtype = shared_.dtype,
                         .promises = shared_.declared.promises,
                         .shapes = shared_.declared.limits.shapes,
                         .most_logit = shared_.declared.limits.max_logit,
                         .coverage = {},
                         .families = {}};
    NoDrawer nothing;
    SubjectCheck check(context, nothing);
    check.within_bound(problem, check.run(problem, Prefill::poison));
  }

  const DTypeRun& shared_;
  bool ended_ = false;
};

bool is_tiny(const Shape& shape) { return shape.tokens <= 3 && shape.head_dim <= 1 && shape.value_dim <= 1; }

}  // namespace

std::optional<CaseFailed> made_smaller(const CaseFailed& failed, const DTypeRun& shared, int budget, Index& tries) {
  if (!failed.provable || is_tiny(failed.problem.shape) || budget < 1) return std::nullopt;
  Smaller search(failed, shared);
  const auto fails = [&](const Problem& problem) { return !shared.brake() && search.fails(problem); };
  const bool shows = fails(failed.problem);
  if (shows) shrink_problem(failed.problem, ProblemSpec{}, fails, budget, shared.declared.limits);
  tries = search.tries;
  if (!shows || search.tries == 1) return std::nullopt;
  return std::move(search.smallest);
}

}  // namespace attncheck
