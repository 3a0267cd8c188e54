#include "attncheck/truth.h"

#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "attncheck/text.h"
#include "reference/make_oracle.h"

namespace attncheck {

std::unique_ptr<Oracle> oracle_for(DType dtype, const std::string& profile) {
  return make_oracle(dtype, {.profile = profile});
}

std::string beyond_bound(const Problem& problem, const Tensor& output, const std::string& profile) {
  require_valid(problem);
  if (output.rows() != problem.shape.tokens || output.cols() != problem.shape.value_dim)
    throw std::invalid_argument(fmt::format("the output is [{}, {}], but [{}, {}] was expected", output.rows(),
                                            output.cols(), problem.shape.tokens, problem.shape.value_dim));
  const std::unique_ptr<Oracle> oracle = oracle_for(problem.dtype, profile);
  std::vector<Index> rows(static_cast<std::size_t>(problem.shape.tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  const MemberSet all = oracle->profile().all();
  const Judgement judgement = oracle->judge(problem, output, rows, all);
  if ((all & ~judgement.excluded).any()) return "";
  const Cell& cell = *judgement.worst;
  return fmt::format("output[{}][{}] is {}, but {} is expected within {}", cell.row, cell.column,
                     number(problem.dtype, cell.observed), real_number(problem.dtype, cell.centre),
                     rough(cell.radius + cell.bound));
}

}  // namespace attncheck
