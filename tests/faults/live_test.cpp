// Every fault is a fault: on the problem it names it does what its card says, and right steps do not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <sstream>

#include "child/on_buffers.h"
#include "fault/table.h"
#include "property/table.h"
#include "subject/child_subject.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

/// Largest |a - b|; infinite when an element is a number on one side only, 0 where it is one on neither.
double distance(const Tensor& a, const Tensor& b) {
  double largest = 0;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index c = 0; c < a.cols(); ++c) {
      const bool number = !std::isnan(a(i, c)), other_number = !std::isnan(b(i, c));
      if (number && other_number) largest = std::max(largest, std::abs(a(i, c) - b(i, c)));
      if (number != other_number) largest = INFINITY;
    }
  return largest;
}

/// Eight times what rounding can do to a sum of so many terms of that magnitude.
double far_beyond_rounding(const Problem& problem) {
  Problem magnitudes = problem;
  for (double& element : magnitudes.value.elements()) element = std::abs(element);
  const Tensor output = run_steps(right_steps(), magnitudes);
  double largest = 0;
  for (const double element : output.elements()) largest = std::isnan(element) ? largest : std::max(largest, element);
  return 8 * static_cast<double>(problem.shape.tokens) * info(problem.dtype).unit_roundoff * largest;
}

/// A mistake that shows on a float64 problem is one of that dtype alone.
std::vector<DType> dtypes_of(const Card& card) {
  if (card.shows_on().dtype == DType::float64) return {DType::float64};
  return {DType::float32, DType::float64};
}

/// The calls that a card describes, in their order, and what was answered to each.
struct Told {
  std::vector<Problem> problems;
  std::vector<CallReport> reports;

  const Problem& problem() const { return problems.back(); }
  const CallReport& last() const { return reports.back(); }
  bool any(const std::function<bool(const CallReport&)>& seen) const { return std::ranges::any_of(reports, seen); }
};

Told tell(Subject& subject, const Card& card, DType dtype) {
  Told told;
  if (card.effect == Effect::differs) told.problems.push_back(card.shows_on());
  if (card.after)
    for (const Problem& problem : card.after()) told.problems.push_back(problem);
  told.problems.push_back(card.shows_on());
  subject.restart();
  for (Problem& problem : told.problems) {
    problem.dtype = dtype;
    const bool is_asked_again = card.effect == Effect::differs && told.reports.size() + 1 == told.problems.size();
    told.reports.push_back(subject.call(problem, is_asked_again ? Prefill::previous : Prefill::poison));
  }
  return told;
}

bool is_wrong(const Told& told) {
  if (told.last().status != CallStatus::returned) return false;
  const Tensor right = run_steps(right_steps(), told.problem());
  return distance(told.last().output, right) > far_beyond_rounding(told.problem());
}

bool shows(const Told& told, Effect effect) {
  const auto ended = [&](CallStatus status) {
    return told.any([&](const CallReport& report) { return report.status == status; });
  };
  switch (effect) {
    case Effect::wrong_output:
      return is_wrong(told);
    case Effect::differs:
      return told.reports.front().status == CallStatus::returned && told.last().status == CallStatus::returned &&
             distance(told.reports.front().output, told.last().output) > far_beyond_rounding(told.problem());
    case Effect::unwritten:
      return told.last().unwritten > 0;
    case Effect::inputs_changed:
      return !told.last().inputs_changed.empty();
    case Effect::writes_outside:
      return !told.last().guard_damage.empty();
    case Effect::mode_changed:
      return !told.last().mode_changed.empty();
    case Effect::crashes:
      return ended(CallStatus::crashed) || ended(CallStatus::exited);
    case Effect::never_returns:
      return ended(CallStatus::timed_out);
    case Effect::out_of_memory:
      return ended(CallStatus::out_of_memory);
  }
  return false;
}

Limits limits_for(const Card& card) {
  Limits limits;
  if (card.effect == Effect::never_returns) limits.first_call_seconds = limits.call_seconds = 0.2;
  if (card.effect == Effect::out_of_memory) limits.resident_bytes = std::uint64_t{100} << 20;
  return limits;
}

TEST(Faults, are_not_none_and_each_has_its_own_name_and_story) {
  std::set<std::string> ids, stories;
  for (const Fault* fault : all_faults()) {
    ids.insert(fault->id());
    stories.insert(fault->story);
  }
  EXPECT_FALSE(all_faults().empty());
  EXPECT_EQ(ids.size(), all_faults().size());
  EXPECT_EQ(stories.size(), all_faults().size());
}

TEST(Faults, each_says_what_exposes_it_and_which_properties_notice) {
  std::set<std::string> properties;
  for (const Property* property : all_properties()) properties.insert(property->id());
  for (const Fault* fault : all_faults()) {
    const Card card = fault->card();
    EXPECT_FALSE(card.exposed_by.empty()) << fault->id();
    EXPECT_TRUE(card.shows_on) << fault->id();
    EXPECT_FALSE(card.noticed_by.empty()) << fault->id();
    for (const std::string& id : card.noticed_by) EXPECT_TRUE(properties.contains(id)) << fault->id() << ": " << id;
  }
}

TEST(Faults, reports_are_named_by_repository_and_number) {
  const std::regex report(R"([\w.-]+/[\w.-]+#\d+)");
  for (const Fault* fault : all_faults())
    for (const std::string& seen : fault->card().seen)
      EXPECT_TRUE(std::regex_match(seen, report)) << fault->id() << ": " << seen;
}

TEST(Faults, each_does_what_its_card_says_on_the_problem_it_names) {
  std::ostringstream log;
  for (const Fault* fault : all_faults()) {
    const Card card = fault->card();
    const auto subject = open_subject("fault:" + fault->id(), log, {.limits = limits_for(card)});
    for (const DType dtype : dtypes_of(card)) {
      const Told told = tell(*subject, card, dtype);
      EXPECT_TRUE(shows(told, card.effect)) << fault->id() << " in " << info(dtype).name << told.last().detail;
    }
  }
}

TEST(Faults, right_steps_do_nothing_of_it_on_the_same_problems) {
  const auto subject = make_child_subject(
      "right steps", {DType::float32, DType::float64},
      on_buffers([](const Problem& problem) { return run_steps(right_steps(), problem); }), Limits{});
  for (const Fault* fault : all_faults()) {
    const Card card = fault->card();
    for (const DType dtype : dtypes_of(card)) {
      const Told told = tell(*subject, card, dtype);
      EXPECT_FALSE(is_wrong(told)) << fault->id() << " in " << info(dtype).name;
      EXPECT_EQ(told.last().status, CallStatus::returned) << fault->id() << ": " << told.last().detail;
      if (card.effect != Effect::differs) {
        EXPECT_FALSE(shows(told, card.effect)) << fault->id() << " in " << info(dtype).name;
      }
    }
  }
}

TEST(Faults, nearly_all_show_on_a_problem_that_fits_on_paper) {
  std::ptrdiff_t small = 0;
  for (const Fault* fault : all_faults()) {
    const Shape shape = fault->card().shows_on().shape;
    if (shape.head_dim <= 2 && shape.value_dim == 1 && shape.tokens <= right_steps().tile + 2) ++small;
    EXPECT_LE(shape.tokens, 1025) << fault->id();
  }
  EXPECT_GE(small * 10, std::ssize(all_faults()) * 8);
}

TEST(Faults, one_fault_leaves_the_right_steps_of_the_next_alone) {
  const Problem problem = small_problem({{0}, {0}}, {{0}, {0}}, {{2}, {4}}, false);
  for (const Fault* fault : all_faults()) fault->steps();
  EXPECT_EQ(run_steps(right_steps(), problem)(0, 0), 3);
}

}  // namespace
}  // namespace attncheck
