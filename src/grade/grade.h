#pragma once
// grade.h: what a submission earned and why, as plain data. Written by scores.cpp, kept as "attncheck grade" version 1
// (docs/formats.md), read by all that is shown to students and teachers. Nothing of a hidden problem is in it.
// Errors: read_grade throws std::invalid_argument for a text that grade_text() did not make.
#include <string>
#include <string_view>
#include <vector>

#include "attncheck/dtype.h"

namespace attncheck {

/// What a property adds to the score.
enum class Standing {
  earned,
  lost,        // something speaks against the submission
  explained,   // earned: the mistake that failed it is paid for by other properties already
  not_earned,  // withheld: what it needs failed before
  outside,     // not applicable: outside the total
  not_graded   // no verdict: for the teacher
};

std::string_view name(Standing standing);
/// "hidden problems only" is a fact of a lost property, not a standing.
struct GradedProperty {
  std::string id;
  std::string claim;
  Standing standing = Standing::earned;
  std::string why;       // one line; empty when there is nothing to say
  bool hidden = false;   // only hidden problems show it
  std::string evidence;  // the smallest public counterexample as text, or empty
  std::string command;   // asks this property again, on public problems
};

struct GradedGroup {
  std::string name;
  double points = 0;  // of the rubric
  double earned = 0;
  double possible = 0;  // 0 when all of it is outside the total
  std::vector<GradedProperty> properties;
};

/// What a submission behaves like.
struct Mistake {
  std::vector<std::string> faults;  // "scale/missing"; several when no problem tells them apart; none: none fits
  std::string text;                 // "behaves like ... (on 14 of 14 problems in float32)"
  std::string read_again;           // what to read again; may be empty
};

struct Grade {
  std::string student;
  std::string file;  // as `attncheck check` takes it, from the folder of submissions
  std::string key;   // of everything that decides the grade
  std::string assignment;
  std::string not_graded;      // why there is no score; empty when there is one
  std::string nothing_earned;  // why all points are lost: it does not compile, something required is missing; or empty
  double earned = 0;
  double possible = 0;
  std::vector<GradedGroup> groups;
  std::vector<Mistake> mistakes;
  std::string command;  // asks everything again, on public problems
  std::string wall;     // what kept it from this machine
  std::string log;      // of a compiler
  double seconds = 0;   // information only
};

std::string grade_text(const Grade& grade);
Grade read_grade(std::string_view text, const std::string& path);

}  // namespace attncheck
