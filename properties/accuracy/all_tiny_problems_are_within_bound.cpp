// Every problem of one to three tokens and one or two channels whose numbers are -1, 0, 1 and a few large ones,
// smallest first: what fails here fails on a problem that a person can work out by hand. A slice of them in each case.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/laws.h"
using namespace attncheck;

namespace {

/// All problems of a shape with numbers from three lists, numbered.
struct Grid {
  Shape shape;
  std::vector<double> query, key, value;

  Index count() const {
    const auto ways = [this](const auto& numbers, Index columns) {
      return std::pow(static_cast<double>(numbers.size()), static_cast<double>(shape.tokens * columns));
    };
    return static_cast<Index>(2 * ways(query, shape.head_dim) * ways(key, shape.head_dim) *
                              ways(value, shape.value_dim));
  }

  Problem problem(Index number, DType dtype) const {
    Problem made = make_problem(shape, dtype, number % 2 == 1);
    made.family = "tiny grid";
    number /= 2;
    for (const auto& [tensor, numbers] : {std::pair(&made.value, &value), {&made.key, &key}, {&made.query, &query}})
      for (double& element : tensor->elements()) {
        element = (*numbers)[static_cast<std::size_t>(number) % numbers->size()];
        number /= static_cast<Index>(numbers->size());
      }
    return made;
  }
};

const Grid grids[] = {
    {{1, 1, 1}, {1, -1}, {0, 1, -1, 100}, {1, 0, -1, 1000}},
    {{2, 2, 1}, {1}, {0, 1}, {0, 1}},
    {{2, 1, 1}, {1, -1}, {0, 100, -20000}, {0, 1}},
    {{2, 1, 1}, {0, 1, -1}, {0, 1, -1}, {0, 1, -1}},
    {{2, 1, 1}, {1, -1}, {0, 1, 100, -100, 20000, -20000}, {0, 1, -3}},
    {{2, 2, 1}, {0, 1, -1}, {0, 1, -1}, {0, 1}},
    {{2, 1, 2}, {1, -1}, {0, 1, 100}, {0, 1, -1}},
    {{3, 1, 1}, {1, -1}, {0, 1, -1, 100, -20000}, {0, 1, -1}},
    {{3, 2, 1}, {0, 1, 3}, {0, 1, -1}, {0, 1}},
};

constexpr Index complete = 5;      // grids asked in full before the others begin; of those, ever more in a longer run
constexpr Index in_a_case = 600;   // problems
constexpr Index stride = 1000003;  // prime to every count, so that few problems already come from everywhere

Problem at(Index number, DType dtype) {
  for (Index grid = 0; grid < complete; ++grid) {
    if (number < grids[grid].count()) return grids[grid].problem(number, dtype);
    number -= grids[grid].count();
  }
  constexpr auto others = static_cast<Index>(std::size(grids)) - complete;
  const Grid& grid = grids[complete + number % others];
  return grid.problem(number / others * stride % grid.count(), dtype);
}

bool taken(const Problem& problem, const Check& check) {
  return check.takes(problem.shape, problem.causal) && largest_logit(problem) <= check.most_logit();
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, all_tiny_problems_are_within_bound, "every tiny problem is within the error bound", 20) {
  const Index slice = check.draw_in_turn(endless_turns);
  bool asked = false;
  for (Index number = 0; number < in_a_case; ++number) {
    const Problem problem = check.round_inputs(at(slice * in_a_case + number, check.dtype()));
    if (!taken(problem, check)) continue;
    check.within_bound(problem, check.run(problem));
    asked = true;
  }
  if (!asked) check.run(at(slice * in_a_case, check.dtype()));  // says why not
}
