// An activation left at the end of the query's projection: what is negative never reaches the dot product.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(mine, query_passes_relu, "negative elements of the query count as zero") {
  card.exposed_by = "any query with a negative element";
  card.noticed_by = {"mine/signs_cancel"};
  card.shows_on = [] { return small_problem({{-1}, {-1}}, {{0}, {4}}, {{0}, {1}}, false); };
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) dot += std::max(0.0, problem.query(i, c)) * problem.key(j, c);
    return dot;
  };
}
