// A property that calls every function of the words, so that loading it fails when one cannot be found.
#include <sstream>
#include <vector>

#include "attncheck/fault.h"
#include "attncheck/laws.h"
#include "attncheck/random.h"
#include "attncheck/rapidcheck.h"
#include "attncheck/readout.h"
#include "attncheck/text.h"
#include "attncheck/truth.h"
#include "attncheck/verdict.h"
using namespace attncheck;

namespace {

void use_problems(const Problem& problem) {
  Problem small = make_problem({1, 1, 1}, parse_dtype("float32").value(), true);
  small.value(0, 0) = round_to(DType::float32, 0.1);
  round_to_dtype(small);
  require_valid(small);
  require_valid(small.shape);
  Random random(mix_seed(mix_seed(1, 2), "words"));
  fill_normal(small.value, random, DType::float32);
  std::ostringstream out;
  showValue(problem, out);
  out << to_string(problem.shape) << info(problem.dtype).name << name(Outcome::holds) << against_subject(Outcome::holds)
      << number(DType::float32, random.uniform()) << real_number(DType::float32, random.normal()) << rough(1)
      << random.below(4);
}

void use_readouts(Check& check, const Problem& problem, const Tensor& output) {
  read_logits(check, problem, output, 0);
  read_scale(check, problem, output);
  read_variance(check, problem, output);
  read_variance(check, problem, output, check.round_inputs(problem));
  check.require(check.input_precision() <= info(problem.dtype).precision, "inputs have no more bits than the dtype");
  variance_law(4, check.false_alarm());
  row_sum(output.row(0));
  growth_exponent({1, 2}, {1, 2});
  variance_problem(4, 4, DType::float32, 3);
}

void use_laws(Check& check, const Problem& problem) {
  const Asked once = ask(check, problem);
  same_rows(check, once, ask(check, problem), {0, problem.shape.tokens}, "rows asked twice");
  rows_in_order(problem.query, any_order(problem.shape.tokens, check.draw_seed("order")));
  first_tokens(problem, 1);
}

void use_steps(const Problem& problem) {
  run_steps(right_steps(), problem);
  masked_logits(right_steps(), problem);
  weighted_values(problem.value, problem);
  small_problem({{round_to_bits(1, 8)}}, {{round_to_float16(1)}}, {{element_of(problem.value, 0)}}, false);
  row_by_row(problem, [&](Index i) { return part_of_row(problem, i, keys_between(0, 2)).mean; });
  const double one = 1;
  double output = 0;
  right_kernel(&one, &one, &one, &output, 1, 1, 1, false);
}

}  // namespace

ATTNCHECK_PROPERTY(mine, uses_all_words, "a loaded file finds every function of the words") {
  const ProblemSpec spec = ProblemSpec{}.identity_values().moderate_logits().tokens_between(2, 9);
  const Problem problem = check.draw(arbitrary_problem(spec, check.dtype()));
  const auto numbers = check.draw(rc::gen::container<std::vector<int>>(rc::gen::arbitrary<int>()));
  RC_CLASSIFY(numbers.size() > 3);
  RC_LOG() << check.draw(rc::gen::arbitrary<std::string>());
  const Tensor output = check.run(problem);
  use_problems(problem);
  use_readouts(check, problem, output);
  use_laws(check, problem);
  use_steps(problem);
  const std::string beyond = beyond_bound(problem, output);
  RC_ASSERT(beyond.empty());
  check.require(oracle_for(problem.dtype)->profile().size() > 0, "the profile has members");
}
