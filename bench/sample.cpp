#include "bench/sample.h"

#include <algorithm>
#include <vector>

#include "attention/row.h"
#include "attncheck/random.h"
#include "draw/values.h"

namespace attncheck::bench {

Tensor float32_output(const Problem& problem) {
  const auto narrow = [](const Tensor& tensor) {
    std::vector<float> numbers;
    for (const double x : tensor.elements()) numbers.push_back(static_cast<float>(x));
    return numbers;
  };
  const std::vector<float> query = narrow(problem.query), key = narrow(problem.key), value = narrow(problem.value);
  std::vector<float> found(value.size());
  const auto size = [](Index x) { return static_cast<std::size_t>(x); };
  attention_by_rows(query.data(), key.data(), value.data(), found.data(), size(problem.shape.tokens),
                    size(problem.shape.head_dim), size(problem.shape.value_dim), problem.causal);
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  std::copy(found.begin(), found.end(), output.elements().begin());
  return output;
}

Sample draw_sample(Kind kind, DType dtype, Index n, Index d, std::uint64_t seed) {
  Sample sample{make_problem({n, d, d}, dtype, false), {}};
  Random random(seed);
  if (kind == Kind::gaussian) {
    for (Tensor* tensor : {&sample.problem.query, &sample.problem.key, &sample.problem.value})
      fill_normal(*tensor, random, dtype);
  } else {
    family_called(logit_families(), "integer grid").fill(sample.problem, random);
    family_called(value_families(), "integers").fill(sample.problem, random);
  }
  sample.output = float32_output(sample.problem);
  return sample;
}

}  // namespace attncheck::bench
