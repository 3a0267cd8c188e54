// The compact forms and attention in right steps, judged undeclared: one member of the default profile explains all of
// it. And the other way round: each fault is beyond every member on the problem it names.
#include <gtest/gtest.h>

#include <numeric>

#include "attention/matrix.h"
#include "attention/online.h"
#include "attention/row.h"
#include "attncheck/random.h"
#include "fault/table.h"
#include "reference/make_oracle.h"

namespace attncheck {
namespace {

template <class T, class Form>
Tensor run_as(Form form, const Problem& problem) {
  const auto copy = [](const Tensor& from) { return std::vector<T>(from.elements().begin(), from.elements().end()); };
  const std::vector<T> query = copy(problem.query), key = copy(problem.key), value = copy(problem.value);
  const auto size = [](Index count) { return static_cast<std::size_t>(count); };
  const Shape& shape = problem.shape;
  std::vector<T> output(size(shape.tokens * shape.value_dim));
  form(query.data(), key.data(), value.data(), output.data(), size(shape.tokens), size(shape.head_dim),
       size(shape.value_dim), problem.causal);
  Tensor result(shape.tokens, shape.value_dim);
  std::copy(output.begin(), output.end(), result.elements().begin());
  return result;
}

struct Subject {
  const char* name;
  Tensor (*run)(const Problem&);
};

template <class T>
std::vector<Subject> right_subjects() {
  return {{"row", [](const Problem& problem) { return run_as<T>(attention_by_rows<T>, problem); }},
          {"matrix", [](const Problem& problem) { return run_as<T>(attention_by_matrix<T>, problem); }},
          {"online", [](const Problem& problem) { return run_as<T>(attention_online<T>, problem); }},
          {"right steps", [](const Problem& problem) { return run_steps(right_steps(), problem); }}};
}

std::vector<Problem> problems(DType dtype) {
  std::vector<Problem> all;
  for (const Index tokens : {1, 2, 5, 16, 17, 40})
    for (const bool causal : {false, true})
      for (const double sigma : {0.25, 1.0, 6.0}) {
        Problem problem = make_problem({tokens, 3, 2}, dtype, causal);
        Random random(mix_seed(static_cast<std::uint64_t>(tokens), causal ? 1 : 0));
        fill_normal(problem.query, random, dtype, sigma);
        fill_normal(problem.key, random, dtype, sigma);
        fill_normal(problem.value, random, dtype);
        all.push_back(problem);
      }
  return all;
}

/// The members that explain every row of `output` among those that were still possible.
MemberSet still_possible(Oracle& oracle, const Problem& problem, const Tensor& output, const MemberSet& possible) {
  std::vector<Index> rows(static_cast<std::size_t>(problem.shape.tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  return possible & ~oracle.judge(problem, output, rows, possible).excluded;
}

void expect_explained(const std::vector<Subject>& subjects, DType dtype) {
  const std::unique_ptr<Oracle> oracle = make_oracle(dtype, {});
  for (const Subject& subject : subjects) {
    MemberSet possible = oracle->profile().all();
    for (const Problem& problem : problems(dtype))
      possible = still_possible(*oracle, problem, subject.run(problem), possible);
    EXPECT_TRUE(possible.any()) << subject.name << " in " << info(dtype).name;
  }
}

TEST(RightForms, are_explained_by_one_member_over_all_problems_in_float32) {
  expect_explained(right_subjects<float>(), DType::float32);
}

TEST(RightForms, are_explained_by_one_member_over_all_problems_in_float64) {
  expect_explained(right_subjects<double>(), DType::float64);
}

TEST(Faults, are_each_beyond_every_member_on_the_problem_they_name) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const std::unique_ptr<Oracle> oracle = make_oracle(dtype, {});
    for (const Fault* fault : all_faults()) {
      const Card card = fault->card();
      // What needs earlier calls, buffers of its own or one dtype is asked in tests/faults.
      if (card.effect != Effect::wrong_output || card.after || fault->steps().kernel.float32 != nullptr) continue;
      Problem problem = card.shows_on();
      if (problem.dtype == DType::float64 && dtype == DType::float32) continue;
      problem.dtype = dtype;
      const Tensor output = run_steps(fault->steps(), problem);
      EXPECT_TRUE(still_possible(*oracle, problem, output, oracle->profile().all()).none())
          << fault->id() << " in " << info(dtype).name;
    }
  }
}

}  // namespace
}  // namespace attncheck
