#pragma once
// class_counts.h: the numbers of a class: how many earned what, which mistake was made how often, who lost what.
// Used by the summary and by the page of a class. Grades in, plain data out; who is not graded counts nowhere. No
// errors.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grade/grade.h"

namespace attncheck {

inline constexpr int score_bins = 10;

bool is_graded(const Grade& grade);

/// Has a score in per cent: is graded, and something was possible.
bool has_share(const Grade& grade);

/// How many earned 0 to 10 per cent, 10 to 20, ... [score_bins]
std::vector<int> score_histogram(const std::vector<Grade>& grades);

struct Totals {
  int graded = 0;
  int with_share = 0;
  double mean = 0;  // per cent
  double median = 0;
};
Totals totals_of(const std::vector<Grade>& grades);

struct Counted {
  std::string what;
  int count = 0;
};
/// Most frequent first, those alike in the order of their names.
std::vector<Counted> most_first(const std::map<std::string, int>& counts);

/// The ids of faults that submissions behave like, most frequent first.
std::vector<Counted> mistake_counts(const std::vector<Grade>& grades);

/// A property and how each submission stands with it.
struct PropertyLine {
  std::string id;
  int lost = 0;                           // by how many
  std::vector<const GradedProperty*> of;  // [grade]; null where a grade does not have it
};
/// Most often lost first, then in the order of the rubric. The grades must outlive it.
std::vector<PropertyLine> property_lines(const std::vector<Grade>& grades);

/// Names of all groups, in the order of the rubric.
std::vector<std::string> group_names(const std::vector<Grade>& grades);

}  // namespace attncheck
