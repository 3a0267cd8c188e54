// Hill climbing on tiny problems tries to bring correct kernels beyond the bound of the member that describes them.
#include <gtest/gtest.h>

#include <map>

#include "reference/certified.h"
#include "reference/error_bound.h"
#include "reference/exact.h"
#include "reference/profiles.h"
#include "tests/reference/kernels.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

Arithmetic member(const std::string& profile, const std::string& name) {
  for (const Arithmetic& arithmetic : arithmetic_profile(profile).members)
    if (arithmetic.name == name) return arithmetic;
  throw std::logic_error("no member " + name);
}

template <class Real>
double ratio(const kernels::Kernel<Real>& kernel, const Arithmetic& arithmetic, const Problem& problem) {
  const Index i = problem.shape.tokens - 1;
  const RowStats row = problem.dtype == DType::float32 ? certified_row(problem, i) : exact_row(problem, i);
  if (row.may_overflow) return 0;
  const std::vector<double> bound = ErrorBound(problem, row).of(arithmetic);
  const auto output = kernel(kernels::input<Real>(problem, i));
  double worst = 0;
  for (std::size_t c = 0; c < bound.size(); ++c)
    worst = std::max(worst, (std::fabs(static_cast<double>(output[c]) - row.centre[c]) - row.radius[c]) / bound[c]);
  return worst;
}

double changed(double x, Random& random) {
  switch (random.below(7)) {
    case 0:
      return x * (1 + 0x1p-22 * random.normal());
    case 1:
      return x * (1 + 0.1 * random.normal());
    case 2:
      return -x;
    case 3:
      return std::ldexp(x, static_cast<int>(random.below(9)) - 4);
    case 4:
      return static_cast<double>(random.below(9)) - 4;
    case 5:
      return std::ldexp(1 + random.uniform(), static_cast<int>(random.below(24)) - 12);
    default:
      return x + random.normal();
  }
}

void mutate(Problem& problem, Random& random) {
  Tensor* tensors[] = {&problem.query, &problem.key, &problem.value};
  for (Index times = 1 + random.below(3); times > 0; --times) {
    Tensor& tensor = *tensors[random.below(3)];
    double& element = tensor.elements()[static_cast<std::size_t>(random.below(tensor.size()))];
    element = random.below(5) == 0 ? tensor.elements()[static_cast<std::size_t>(random.below(tensor.size()))]
                                   : changed(element, random);
  }
  round_to_dtype(problem);
}

template <class Real>
double climb(const kernels::Kernel<Real>& kernel, const Arithmetic& arithmetic, DType dtype, int steps, int starts) {
  double best_of_all = 0;
  for (int start = 0; start < starts; ++start) {
    Random random(mix_seed(static_cast<std::uint64_t>(start), arithmetic.name));
    Problem best = problems::gaussian(1 + random.below(5), 1 + random.below(5), 1, dtype, false, random.next());
    double highest = ratio(kernel, arithmetic, best);
    for (int step = 0; step < steps; ++step) {
      Problem next = best;
      mutate(next, random);
      const double reached = ratio(kernel, arithmetic, next);
      if (reached >= highest) {
        best = next;
        highest = reached;
      }
    }
    best_of_all = std::max(best_of_all, highest);
  }
  return best_of_all;
}

struct Attack {
  std::string kernel, profile, member;
};

const std::vector<Attack>& attacks() {
  static const std::vector<Attack> all{
      {"naive", "naive", "naive"},
      {"reversed", "naive", "naive"},
      {"pairwise", "naive", "naive"},
      {"online, tile 1", "online", "online"},
      {"online, tile 5", "online", "online"},
      {"naive", "any", "shifted softmax, exp"},
      {"normalise first", "any", "shifted softmax, exp"},
      {"lazily rescaled", "any", "shifted softmax, exp"},
      {"8 strided lanes", "any", "shifted softmax, exp"},
      {"constant added", "any", "shifted softmax, exp"},
      {"exp 3 ulp up", "any", "shifted softmax, exp"},
      {"exp 3 ulp by turns", "any", "shifted softmax, exp"},
      {"fused exp2, tile 4", "any", "shifted softmax, exp2"},
      {"fused exp2, one tile", "any", "shifted softmax, exp2"},
      {"prescaled exp2", "any", "shifted softmax, prescaled exp2"},
      {"both operands scaled", "any", "shifted softmax, prescaled exp2"},
      {"first key subtracted", "any", "transformed operands, shifted softmax, exp"},
      {"rotated", "any", "transformed operands, shifted softmax, exp"},
      {"rotated, prescaled exp2", "any", "transformed operands, shifted softmax, prescaled exp2"},
      {"stored log-sum-exp", "any", "stored log-sum-exp, exp"},
      {"stored log-sum-exp, base 2", "any", "stored log-sum-exp, exp2"},
      {"split merge, divided", "any", "split merge, exp"},
      {"split merge, stored", "any", "stored log-sum-exp, exp"},
      {"running mean", "any", "running mean, exp"}};
  return all;
}

template <class Real>
double attack_all(DType dtype, int steps, int starts) {
  std::map<std::string, kernels::Kernel<Real>> named;
  for (const auto& [name, kernel] : kernels::honest<Real>()) named[name] = kernel;
  double highest = 0;
  for (const Attack& attack : attacks()) {
    const double reached =
        climb<Real>(named.at(attack.kernel), member(attack.profile, attack.member), dtype, steps, starts);
    EXPECT_LE(reached, 1) << attack.kernel << " against " << attack.member;
    highest = std::max(highest, reached);
  }
  return highest;
}

TEST(Attack, hill_climbing_never_brings_a_correct_float32_kernel_beyond_its_bound_and_comes_close) {
  EXPECT_GT(attack_all<float>(DType::float32, 300, 40), 0.3);
}

TEST(Attack, hill_climbing_never_brings_a_correct_float64_kernel_beyond_its_bound) {
  EXPECT_GT(attack_all<double>(DType::float64, 150, 8), 0.1);
}

}  // namespace
}  // namespace attncheck
