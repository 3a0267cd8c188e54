// The chapters on 1/sqrt(head_dim). Everything is measured on normal numbers from a fixed seed.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/matrix.h"
#include "attncheck/random.h"
#include "cli/lesson_board.h"

namespace attncheck {
namespace {

constexpr std::uint64_t lesson_seed = 7;
constexpr std::size_t pairs = 2000;
constexpr std::size_t keys = 64;
constexpr std::size_t queries = 200;

/// Mean square of query.key over independent pairs of normal vectors.
double measured_variance(std::size_t head_dim) {
  Random random(mix_seed(lesson_seed, head_dim));
  double sum = 0;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    double product = 0;
    for (std::size_t c = 0; c < head_dim; ++c) product += random.normal() * random.normal();
    sum += product * product;
  }
  return sum / static_cast<double>(pairs);
}

struct Softness {
  double entropy = 0;  // mean of -sum_j w_j log w_j
  double trace = 0;    // mean of 1 - sum_j w_j^2, the trace of the Jacobian diag(w) - w w^T
};

Softness softness_of(Matrix<double> logits, double scale) {
  Softness mean;
  for (std::size_t i = 0; i < logits.rows(); ++i) {
    for (double& logit : logits.row(i)) logit *= scale;
    softmax_in_place(logits.row(i));
    double entropy = 0, squares = 0;
    for (const double weight : logits.row(i)) {
      if (weight > 0) entropy -= weight * std::log(weight);
      squares += weight * weight;
    }
    mean.entropy += entropy / static_cast<double>(logits.rows());
    mean.trace += (1 - squares) / static_cast<double>(logits.rows());
  }
  return mean;
}

struct Saturation {
  std::size_t head_dim;
  Softness scaled;
  Softness unscaled;
};

Saturation measured_saturation(std::size_t head_dim) {
  Random random(mix_seed(lesson_seed + 1, head_dim));
  Matrix<double> query(queries, head_dim), key(keys, head_dim);
  for (Matrix<double>* matrix : {&query, &key})
    for (std::size_t i = 0; i < matrix->rows(); ++i)
      for (double& element : matrix->row(i)) element = random.normal();
  const Matrix<double> products = dot_products(query.view(), key.view());  // [queries, keys]
  return {head_dim, softness_of(products, 1 / std::sqrt(static_cast<double>(head_dim))), softness_of(products, 1)};
}

/// A line from 0 to 1 with S where scaled and u where unscaled lies; B where both fall together.
std::string plot_line(double scaled, double unscaled) {
  constexpr std::size_t width = 40;
  const auto column = [](double share) {
    return static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(width - 1)));
  };
  std::string line(width, '.');
  line[column(unscaled)] = 'u';
  line[column(scaled)] = column(scaled) == column(unscaled) ? 'B' : 'S';
  return line;
}

void plot(Board& board, const std::vector<Saturation>& measured, const std::string& what, double Softness::*member,
          double full) {
  board.say(fmt::format("   d_k   scaled unscaled  0 {:^38} {:.2f}", what, full));
  for (const Saturation& at : measured)
    board.say(fmt::format("  {:4}   {:6.3f}   {:6.3f}  {}", at.head_dim, at.scaled.*member, at.unscaled.*member,
                          plot_line(at.scaled.*member / full, at.unscaled.*member / full)));
}

}  // namespace

void teach_variance(Board& board) {
  board.title("Why 1/sqrt(head_dim)? The variance of query . key is d_k");
  board.say("Let the entries of query and key be independent, mean 0, variance 1. Then");
  board.say("  E[q_c k_c] = E[q_c] E[k_c] = 0,  Var(q_c k_c) = E[q_c^2] E[k_c^2] = 1;");
  board.say("  variances of d_k independent products add: Var(q.k) = d_k;");
  board.say("  dividing by sqrt(d_k) divides it by d_k: Var(q.k / sqrt(d_k)) = 1.");
  board.say(fmt::format("Measured on {} pairs of normal vectors a line:", pairs));
  board.say("   d_k     Var(q.k)   Var(q.k / sqrt(d_k))");
  bool explained = true;
  for (std::size_t head_dim = 1; head_dim <= 1024; head_dim *= 2) {
    const double d = static_cast<double>(head_dim), variance = measured_variance(head_dim);
    board.say(fmt::format("  {:4}   {:10.2f}   {:10.3f}", head_dim, variance, variance / d));
    // Each square has variance 2 + 6 / d_k: the fourth moment of q.k is 3 d_k^2 + 6 d_k.
    explained = explained && std::abs(variance / d - 1) <= 6 * std::sqrt((2 + 6 / d) / static_cast<double>(pairs));
  }
  board.claim(explained, "each line is within six standard errors of d_k");
}

void teach_saturation(Board& board) {
  board.title("What softmax does when the scale is missing");
  board.say(fmt::format("{} queries, {} keys, normal. S: with 1/sqrt(d_k), u: without, B: both.", queries, keys));
  std::vector<Saturation> measured;
  for (std::size_t head_dim = 1; head_dim <= 1024; head_dim *= 4) measured.push_back(measured_saturation(head_dim));
  plot(board, measured, "entropy of the weights", &Softness::entropy, std::log(static_cast<double>(keys)));
  plot(board, measured, "trace of the Jacobian, 1 - sum w^2", &Softness::trace, 1.0);
  board.say("Unscaled, one key takes all the weight, and the gradient dies with the trace.");
  board.claim(measured.back().unscaled.entropy < measured.back().scaled.entropy &&
                  measured.back().unscaled.trace < measured.back().scaled.trace,
              "at the largest d_k the unscaled softmax is the more saturated one");
}

}  // namespace attncheck
