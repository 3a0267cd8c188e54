#pragma once
// sample_pages.h: results and grades made by hand, for the tests of the pages and those that open them in a browser.
#include <cmath>
#include <string>
#include <vector>

#include "attncheck/random.h"
#include "grade/grade.h"
#include "tests/report/sample_result.h"

namespace attncheck::page {

/// 200 tokens, causal, one wrong element.
inline Finding large_finding() {
  Finding finding;
  Problem& problem = finding.problem;
  problem = make_problem({200, 12, 16}, DType::float32, true);
  Random random(1);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, problem.dtype);
  finding.output = Tensor(200, 16, 0.25);
  (*finding.output)(150, 13) = 4;
  finding.cell = Cell{150, 13, 4, 0.25, 0, 1, 3.75};
  finding.message = "output[150][13] is 4, but attention gives 0.25";
  return finding;
}

/// What a run of some size leaves: answers that came close and some that were beyond, on both dtypes.
inline RunResult sampled_run() {
  RunResult result = bad_run();
  result.diagnoses = {no_scale(DType::float32)};
  Random random(2);
  Samples samples;
  for (int k = 0; k < 300; ++k) {
    const auto tokens = static_cast<Index>(std::exp(random.uniform() * 7));
    const auto head_dim = static_cast<Index>(std::exp(random.uniform() * 5));
    Sample sample{tokens, head_dim, std::exp(3 * random.normal())};
    sample.closest = 0.1 * std::exp(random.normal());
    if (k % 10 == 0) sample.ratio = std::exp(4 * random.normal());
    samples.add(sample);
  }
  result.properties[1].samples = samples.all();
  return result;
}

/// A long page with many findings of ordinary size, and one that is large.
inline RunResult crowded_run() {
  RunResult result = sampled_run();
  result.subject = "a_rather_long_folder_name/of_a_student_with_a_long_name/attention_in_float32_and_float64.cpp";
  result.wall = "bubblewrap: no network, a file system of its own, 512 processes, no new privileges";
  result.declared = {{"max_tokens", "128"}, {"profile", "float16-inputs-with-a-long-name"}};
  PropertyResult large = falsified("symmetry/permutation_of_keys_and_values_changes_nothing_at_all_in_any_row");
  large.findings = {large_finding()};
  large.findings[0].subject_stderr = std::string(400, 'x') + "\n<b>line two</b>";
  result.properties.push_back(large);
  for (const Outcome outcome : {Outcome::gave_up, Outcome::not_applicable, Outcome::crashed, Outcome::inconclusive}) {
    result.properties.push_back(property("conduct/a_property_with_this_name", outcome, DType::float64));
    result.properties.back().reason = "a reason that is long enough to be broken into several lines on a telephone";
  }
  return result;
}

inline GradedProperty graded(const std::string& id, Standing standing) {
  GradedProperty property{id, "claim of " + id, standing, "", false, "", "attncheck check " + id};
  if (standing == Standing::lost) {
    property.why = "falsified: output[1][0] is 0.98, but attention gives 0.88";
    property.evidence =
        "    token 0   0 0 0 0   0 0 0 0   0               0.5            0.5   a line that is rather long\n";
  }
  return property;
}

inline Grade grade_of(const std::string& student, double earned) {
  Grade grade;
  grade.student = student;
  grade.file = student + "/attention.py";
  grade.assignment = "Attention from scratch";
  grade.earned = earned;
  grade.possible = 100;
  grade.seconds = 1.5;
  grade.command = "attncheck check " + student + " --effort quick";
  const Standing first = earned < 100 ? Standing::lost : Standing::earned;
  grade.groups = {
      {"causality", 40, earned < 100 ? 0.0 : 40.0, 40, {graded("causality/future_is_invisible", first)}},
      {"scaling",
       60,
       std::min(earned, 60.0),
       60,
       {graded("scaling/scale_is_inverse_sqrt_head_dim", Standing::earned),
        graded("scaling/variance_of_logits_is_one", first == Standing::lost ? Standing::not_earned : first)}}};
  if (earned < 100)
    grade.mistakes = {
        {{"causal/off_by_one"}, "behaves like causal/off_by_one: row i sees key i + 1", "the chapter on masks"}};
  return grade;
}

/// Right, wrong, not graded, and nothing earned.
inline std::vector<Grade> sample_class() {
  Grade waiting = grade_of("cy", 0);
  waiting.not_graded = "python3 is not installed here";
  waiting.groups.clear();
  waiting.mistakes.clear();
  waiting.seconds = 9;
  Grade nothing = grade_of("dee", 0);
  nothing.nothing_earned = "it does not compile";
  nothing.groups.clear();
  nothing.mistakes.clear();
  nothing.log = "attention.cpp:3:1: error: expected ';'";
  return {grade_of("ann", 100), grade_of("bo", 60), waiting, nothing};
}

/// As many as a course has.
inline std::vector<Grade> crowded_class() {
  std::vector<Grade> grades = sample_class();
  for (int k = 0; k < 60; ++k)
    grades.push_back(grade_of("student_with_a_long_name_" + std::to_string(k), k * 100.0 / 59));
  return grades;
}

}  // namespace attncheck::page
