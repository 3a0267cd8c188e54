// The output has tokens x value_dim elements, each of them written, none read: what the buffer held before must not
// matter.
#include <algorithm>
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(shape, every_element_is_written,
                   "all tokens x value_dim elements of output are written, nothing else") {
  Problem problem = check.draw_problem(ProblemSpec{});
  const Tensor output = check.run(problem);
  if (check.last_call().unwritten > 0) {
    const Index first = *check.last_call().first_unwritten;
    const Cell cell{
        .row = first / output.cols(), .column = first % output.cols(), .observed = output.elements()[first]};
    check.falsify("output[" + std::to_string(cell.row) + "][" + std::to_string(cell.column) +
                      "] still holds what the buffer held before the call: never written, or added to",
                  cell);
  }
  if (!check.repeatable()) return;
  const Tensor onto_zeros = check.run(problem, Prefill::zeros);
  // One that answers the same question twice differently is not to be told about its buffer.
  if (!std::ranges::equal(output.elements(), onto_zeros.elements()))
    check.rows_identical(output, check.run(problem), 0, output.rows(), "the same call again gave another answer");
  check.rows_identical(output, onto_zeros, 0, output.rows(),
                       "the output depends on what its buffer held before the call");
}
