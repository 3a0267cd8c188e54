// The chapters that walk four tokens through attention, and the two caveats at the end.
#include "cli/lesson.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/matrix.h"
#include "attention/projection.h"
#include "cli/lesson_board.h"

namespace attncheck {
namespace {

using Numbers = Matrix<double>;
using Heads = QueryKeyValue<double>;

Numbers numbers(const std::vector<std::vector<double>>& rows) {
  Numbers matrix(rows.size(), rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), matrix.row(i).begin());
  return matrix;
}

Numbers four_tokens() { return numbers({{1, 0}, {0, 1}, {1, 1}, {2, -1}}); }

/// What a training run would have learned: model_dim 2, head_dim 2, value_dim 2.
Heads learned_projections() {
  return {numbers({{1, 0.5}, {0, 1}}), numbers({{1, 0}, {1, 1}}), numbers({{1, -1}, {0.5, 2}})};
}

AttentionMatrices<double> attend(const Heads& heads, bool causal) {
  return attention_matrices(heads.query.view(), heads.key.view(), heads.value.view(), causal);
}

std::string row_text(const Numbers& matrix, std::size_t i) {
  std::string text;
  for (const double element : matrix.view().row(i)) text += fmt::format("{:8.4f}", element);
  return text;
}

bool same_bits(std::span<const double> a, std::span<const double> b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool has_shape(const Numbers& matrix, std::size_t rows, std::size_t cols) {
  return matrix.rows() == rows && matrix.cols() == cols;
}

double sum_of(std::span<const double> row) {
  double sum = 0;
  for (const double element : row) sum += element;
  return sum;
}

/// Summing n exponentials, dividing by the sum and summing again are 2n - 1 roundings of at most u = epsilon / 2 each.
bool rows_sum_to_one(const Numbers& weights) {
  const double allowed = static_cast<double>(weights.cols()) * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 0; i < weights.rows(); ++i)
    if (!(std::abs(sum_of(weights.view().row(i)) - 1) <= allowed)) return false;
  return true;
}

bool future_weights_are_zero(const Numbers& weights) {
  for (std::size_t i = 0; i < weights.rows(); ++i)
    for (std::size_t j = i + 1; j < weights.cols(); ++j)
      if (weights(i, j) != 0) return false;
  return true;
}

void teach_projections(Board& board, const Numbers& tokens, const Heads& w, const Heads& heads) {
  board.title("One set of tokens, seen three ways");
  board.say("Attention starts from token vectors. Three learned matrices turn each token");
  board.say("into a query (what it looks for), a key (what it is found by) and a value");
  board.say("(what it hands over). All three are linear projections of the same tokens.");
  board.show("x", tokens.view(), "the tokens: [tokens, model_dim]");
  board.say(fmt::format("W_query [{}, {}]        W_key [{}, {}]          W_value [{}, {}]   [model_dim, dim]",
                        w.query.rows(), w.query.cols(), w.key.rows(), w.key.cols(), w.value.rows(), w.value.cols()));
  for (std::size_t m = 0; m < w.query.rows(); ++m)
    board.say(fmt::format("  {}   {}   {}", row_text(w.query, m), row_text(w.key, m), row_text(w.value, m)));
  board.show("query", heads.query.view(), "x W_query: [tokens, head_dim]");
  board.show("key", heads.key.view(), "x W_key: [tokens, head_dim]");
  board.show("value", heads.value.view(), "x W_value: [tokens, value_dim]");
  board.claim(has_shape(heads.query, tokens.rows(), w.query.cols()) &&
                  has_shape(heads.key, tokens.rows(), w.key.cols()) &&
                  has_shape(heads.value, tokens.rows(), w.value.cols()) && w.query.cols() == w.key.cols(),
              "dimensions; query and key share head_dim");
}

void teach_logits(Board& board, const Heads& heads) {
  board.title("Logits: how well does each key answer each query?");
  board.say("A dot product for every pair, divided by sqrt(head_dim); chapter 7 says why.");
  const Numbers products = dot_products(heads.query.view(), heads.key.view());
  const AttentionMatrices<double> open = attend(heads, false);
  board.show("query key^T", products.view(), "before scaling: [tokens, tokens], row = query");
  board.show("logits", open.logits.view(),
             fmt::format("after scaling by 1/sqrt({}) = {:.4f}", heads.query.cols(),
                         1 / std::sqrt(static_cast<double>(heads.query.cols()))));
  board.claim(has_shape(products, heads.query.rows(), heads.key.rows()) &&
                  has_shape(open.logits, heads.query.rows(), heads.key.rows()),
              "one logit for each pair of query and key");
}

void teach_weights_and_output(Board& board, const Heads& heads, const AttentionMatrices<double>& causal) {
  board.title("Mask, then softmax: the weights");
  board.say("Token i may look at tokens 1 .. i only. Hidden logits become minus infinity");
  board.say("BEFORE softmax, and exp(-inf) is exactly 0: the others share a whole one.");
  board.show("logits", causal.logits.view(), "scaled and masked");
  board.show("weights", causal.weights.view(), "softmax of each row");
  board.claim(rows_sum_to_one(causal.weights), "each row of weights sums to one");
  board.claim(future_weights_are_zero(causal.weights), "each future weight is exactly zero");

  board.title("Output: a weighted mean of the visible values");
  board.show("output", causal.output.view(), "weights value: [tokens, value_dim]");
  board.claim(has_shape(causal.output, heads.value.rows(), heads.value.cols()), "one row a token, value_dim wide");
  board.claim(same_bits(causal.output.view().row(0), heads.value.view().row(0)),
              "row 1 sees only itself: it is value row 1");
}

void teach_future(Board& board, const AttentionMatrices<double>& before, const AttentionMatrices<double>& after) {
  board.title("Change token four and nothing else");
  board.say("x row 4 becomes (-3, 5); its query, key and value all change.");
  board.say("           output before     output after");
  std::size_t unchanged = 0;
  for (std::size_t i = 0; i < before.output.rows(); ++i) {
    const auto old_row = before.output.view().row(i), new_row = after.output.view().row(i);
    const bool same = same_bits(old_row, new_row);
    unchanged += same && i + 1 < before.output.rows() ? 1 : 0;
    board.say(fmt::format("  row {}   {}   {}   {}", i + 1, row_text(before.output, i), row_text(after.output, i),
                          same ? "same bits" : "changed"));
  }
  board.claim(unchanged + 1 == before.output.rows(), "outputs one to three are unchanged bit for bit");
  board.claim(!same_bits(before.output.view().row(3), after.output.view().row(3)), "output four did change");
}

/// The mistake: softmax over all keys, hidden weights zeroed only afterwards. [tokens, tokens]
Numbers masked_too_late(const Heads& heads) {
  Numbers weights = attend(heads, false).weights;
  for (std::size_t i = 0; i < weights.rows(); ++i)
    for (std::size_t j = i + 1; j < weights.cols(); ++j) weights(i, j) = 0;
  return weights;
}

void teach_leak(Board& board, const Heads& before, const Heads& after) {
  board.title("What masking after softmax leaks");
  board.say("Zero the future weights after softmax instead, and the future has already");
  board.say("taken its share of the sum. The same change of token four now shows:");
  board.say("           row sum before    row sum after    output column 1, then -> now");
  const Numbers old_weights = masked_too_late(before), new_weights = masked_too_late(after);
  const Numbers old_output = project(old_weights.view(), before.value.view());
  const Numbers new_output = project(new_weights.view(), after.value.view());
  bool leaks = true;
  for (std::size_t i = 0; i + 1 < old_weights.rows(); ++i) {
    const double old_sum = sum_of(old_weights.view().row(i)), new_sum = sum_of(new_weights.view().row(i));
    board.say(fmt::format("  row {}   {:14.4f} {:16.4f}    {:12.4f} -> {:.4f}", i + 1, old_sum, new_sum,
                          old_output(i, 0), new_output(i, 0)));
    leaks = leaks && old_sum < 1 && old_output(i, 0) != new_output(i, 0);
  }
  board.claim(leaks, "rows one to three sum to less than one, and token four moved them");
}

/// Weights n with sum_j n_j = 0 and sum_j n_j value_j = 0: the cofactors of the 3 x 4 system. value is [4, 2].
std::vector<double> silent_direction(const Numbers& value) {
  const auto minor = [&](std::size_t a, std::size_t b, std::size_t c) {
    return (value(b, 0) - value(a, 0)) * (value(c, 1) - value(a, 1)) -
           (value(c, 0) - value(a, 0)) * (value(b, 1) - value(a, 1));
  };
  return {minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2)};
}

void teach_mental_models(Board& board, const Numbers& tokens, const Heads& w, const Heads& heads) {
  board.title("Caveat: query, key and value are mental models, not fixed semantics");
  board.say("Only products count: double column 1 of W_query, halve it in W_key, and");
  Heads other = w;
  for (std::size_t m = 0; m < other.query.rows(); ++m) {
    other.query(m, 0) *= 2;
    other.key(m, 0) /= 2;
  }
  const Heads moved = project(tokens.view(), other);
  const Numbers logits = attend(heads, false).logits, same = attend(moved, false).logits;
  for (const std::size_t i : {std::size_t{0}, std::size_t{3}})
    board.say(fmt::format("  query {} {} ->{}", i + 1, row_text(heads.query, i), row_text(moved.query, i)));
  bool equal = true;
  for (std::size_t i = 0; i < logits.rows(); ++i) equal = equal && same_bits(logits.view().row(i), same.view().row(i));
  board.claim(equal && moved.query(3, 0) != heads.query(3, 0), "other queries and keys, the same logits bit for bit");
}

void teach_weights_explain_nothing(Board& board, const Heads& heads) {
  board.title("Caveat: weights are no causal explanation");
  board.say("Two different weightings of our four values, both positive, both sum to one:");
  const std::vector<double> silent = silent_direction(heads.value);
  const double steepest = -*std::min_element(silent.begin(), silent.end());
  Numbers weights(2, silent.size(), 1 / static_cast<double>(silent.size()));
  for (std::size_t j = 0; j < silent.size(); ++j) weights(1, j) += weights(0, j) / 2 * silent[j] / steepest;
  const Numbers outputs = project(weights.view(), heads.value.view());
  for (std::size_t k = 0; k < weights.rows(); ++k) {
    std::string line = "  weights";
    for (const double weight : weights.view().row(k)) line += fmt::format("{:8.4f}", weight);
    board.say(line + "   output " + row_text(outputs, k));
  }
  board.claim(sum_of(weights.view().row(0)) == 1 && sum_of(weights.view().row(1)) == 1 &&
                  !same_bits(weights.view().row(0), weights.view().row(1)) &&
                  same_bits(outputs.view().row(0), outputs.view().row(1)),
              "different weights, one and the same output bit for bit");
  board.say("Whoever sees only the output cannot tell which tokens \"mattered\".");
}

void teach(Board& board) {
  const Heads w = learned_projections();
  const Numbers tokens = four_tokens();
  Numbers changed = tokens;
  changed(3, 0) = -3;
  changed(3, 1) = 5;
  const Heads heads = project(tokens.view(), w), changed_heads = project(changed.view(), w);
  const AttentionMatrices<double> causal = attend(heads, true);

  teach_projections(board, tokens, w, heads);
  teach_logits(board, heads);
  teach_weights_and_output(board, heads, causal);
  teach_future(board, causal, attend(changed_heads, true));
  teach_leak(board, heads, changed_heads);
  teach_variance(board);
  teach_saturation(board);
  teach_mental_models(board, tokens, w, heads);
  teach_weights_explain_nothing(board, heads);
}

}  // namespace

int lesson(std::ostream& out) {
  out << "attention: output_i = sum_j weight_ij value_j,\n"
         "           weight_i = softmax_j(query_i . key_j / sqrt(head_dim))\n";
  try {
    Board board(out);
    teach(board);
  } catch (const LessonBroken& broken) {
    out << "this lesson is wrong: it claims \"" << broken.what() << "\", which does not hold here\n";
    return 4;
  }
  return 0;
}

}  // namespace attncheck
