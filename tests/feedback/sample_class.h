#pragma once
// sample_class.h: a class of four: one who holds everything, one who lost something, one whose file does not compile,
// one who is not graded. Used by the tests of this folder. No errors.
#include <vector>

#include "grade/grade.h"

namespace attncheck {

inline GradedProperty lost_property() {
  return {.id = "scaling/a",
          .claim = "the scale is right",
          .standing = Standing::lost,
          .why = "falsified: output[0][0] is 1",
          .hidden = false,
          .evidence = "FALSIFIED  scaling/a\n",
          .command = "attncheck check mine.c --properties scaling/a"};
}

inline GradedProperty held_property() {
  return {.id = "shape/b",
          .claim = "all is written",
          .standing = Standing::earned,
          .why = "",
          .hidden = false,
          .evidence = "",
          .command = ""};
}

inline Grade grade_named(const std::string& student) {
  Grade grade;
  grade.student = student;
  grade.file = "class/" + student + ".c";
  grade.assignment = "one";
  grade.possible = 10;
  grade.command = "attncheck check mine.c";
  return grade;
}

inline std::vector<Grade> sample_class() {
  Grade ada = grade_named("ada");
  ada.earned = 10;
  ada.groups = {{"Scale", 4, 4, 4, {held_property()}}, {"Shape, and more", 6, 6, 6, {held_property()}}};
  Grade ben = grade_named("ben");
  ben.earned = 6;
  ben.groups = {{"Scale", 4, 0, 4, {lost_property()}}, {"Shape, and more", 6, 6, 6, {held_property()}}};
  ben.mistakes = {{{"scale/missing"}, "behaves like scale/missing", "the scale"}};
  Grade eve = grade_named("eve");
  eve.nothing_earned = "class/eve.c: does not compile";
  eve.log = "eve.c:1: error: expected ;\n";
  Grade zoe = grade_named("zoe");
  zoe.not_graded = "there is no file in it that attncheck can run";
  return {ada, ben, eve, zoe};
}

}  // namespace attncheck
