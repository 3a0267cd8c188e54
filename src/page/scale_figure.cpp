#include "page/scale_figure.h"

#include <cmath>

#include "attncheck/random.h"
#include "page/html.h"
#include "page/svg.h"

namespace attncheck {
namespace {

// As in the lesson, so that a reader of both meets the same numbers.
constexpr std::uint64_t lesson_seed = 7;
constexpr Index pairs = 2000;
constexpr Index keys = 64;
constexpr Index queries = 200;

/// Mean square of query.key over independent pairs of normal vectors.
double measured_variance(Index head_dim) {
  Random random(mix_seed(lesson_seed, static_cast<std::uint64_t>(head_dim)));
  double sum = 0;
  for (Index pair = 0; pair < pairs; ++pair) {
    double product = 0;
    for (Index c = 0; c < head_dim; ++c) product += random.normal() * random.normal();
    sum += product * product;
  }
  return sum / static_cast<double>(pairs);
}

double entropy_of(std::vector<double> logits) {
  double most = logits[0];
  for (const double logit : logits) most = std::max(most, logit);
  double sum = 0;
  for (double& logit : logits) sum += logit = std::exp(logit - most);
  double entropy = 0;
  for (const double weight : logits)
    if (weight > 0) entropy -= weight / sum * std::log(weight / sum);
  return entropy;
}

struct Entropies {
  double scaled = 0;
  double unscaled = 0;
};

/// Means over all queries.
Entropies measured_entropies(Index head_dim) {
  Random random(mix_seed(lesson_seed + 1, static_cast<std::uint64_t>(head_dim)));
  Tensor query(queries, head_dim), key(keys, head_dim);
  for (Tensor* tensor : {&query, &key})
    for (double& element : tensor->elements()) element = random.normal();
  Entropies mean;
  for (Index i = 0; i < queries; ++i) {
    std::vector<double> unscaled, scaled;
    for (Index j = 0; j < keys; ++j) {
      double product = 0;
      for (Index c = 0; c < head_dim; ++c) product += query(i, c) * key(j, c);
      unscaled.push_back(product);
      scaled.push_back(product / std::sqrt(static_cast<double>(head_dim)));
    }
    mean.unscaled += entropy_of(unscaled) / static_cast<double>(queries);
    mean.scaled += entropy_of(scaled) / static_cast<double>(queries);
  }
  return mean;
}

std::string made() {
  Series scaled_variance{"with 1/sqrt(head_dim)", "tight", true};
  Series plain_variance{"without", "wide", true};
  Series scaled_entropy = scaled_variance;
  Series plain_entropy = plain_variance;
  std::vector<double> sizes, variances, entropies{std::log(static_cast<double>(keys))};
  for (Index head_dim = 1; head_dim <= 1024; head_dim *= 4) {
    const double size = static_cast<double>(head_dim), variance = measured_variance(head_dim);
    const Entropies entropy = measured_entropies(head_dim);
    scaled_variance.points.emplace_back(size, variance / size);
    plain_variance.points.emplace_back(size, variance);
    scaled_entropy.points.emplace_back(size, entropy.scaled);
    plain_entropy.points.emplace_back(size, entropy.unscaled);
    sizes.push_back(size);
    variances.insert(variances.end(), {variance, variance / size});
  }
  const Axis across = axis_for("head_dim", true, sizes);
  const std::string variance = chart_figure({.title = "variance of the logits",
                                             .x = across,
                                             .y = axis_for("variance", true, variances),
                                             .series = {scaled_variance, plain_variance}});
  const std::string entropy =
      chart_figure({.title = "entropy of the weights over 64 keys",
                    .x = across,
                    .y = axis_for("entropy", false, entropies),
                    .series = {scaled_entropy, plain_entropy},
                    .limit_y = std::pair{entropies[0], std::string("all weights equal: log 64")}});
  return text_element(
             "p",
             "This does not show the subject. It shows what the scale is for, on normal vectors of a fixed seed: "
             "without it the logits grow with head_dim, and softmax gives all the weight to one key. "
             "attncheck lesson works it out.",
             " class=\"note\"") +
         element("div", variance + entropy, " class=\"pictures\"") + "\n";
}

}  // namespace

const std::string& scale_figure_html() {
  static const std::string html = made();
  return html;
}

}  // namespace attncheck
