#pragma once
// error_bound.h: how far a correct subject that computes in a given arithmetic may be from the true output.
// Used by the oracle. One object a row; the parts that all arithmetics share are computed once.
// Shapes: bounds are [value_dim], absolute, rigorous upper bounds although computed in float64; they may be infinite.
// Errors: none. Precondition: the row cannot overflow. Source: docs/error-bounds.md, step by step.
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/arithmetic.h"
#include "reference/row_stats.h"

namespace attncheck {

class ErrorBound {
 public:
  /// Both must outlive this object.
  ErrorBound(const Problem& problem, const RowStats& row);

  /// Cost O(n (value_dim + log n)).
  std::vector<double> of(const Arithmetic& arithmetic);

  /// What the bound of one column is made of, to first order: information for a reader, never part of a verdict.
  struct Term {
    std::string_view name;
    double size = 0;
  };
  std::vector<Term> terms(const Arithmetic& arithmetic, std::size_t column);

 private:
  struct Units {    // absolute errors of one operation near zero
    double eta;     // of a sum or product
    double lambda;  // of exp
    double count;   // operations that may lose eta where without flushing one does
  };
  struct Columns {                  // [value_dim] each; upper bounds
    std::vector<double> hull;       // max_j |v_j - output|
    std::vector<double> size;       // max_j |v_j|
    std::vector<double> distances;  // sum_j |v_j - output|
    std::vector<double> nonzero;    // values that are not zero
  };
  struct Weights {               // weights computed in the arithmetic
    std::vector<double> error;   // [n] F_j: computed e_j lies in true e_j exp(+-F_j)
    std::vector<double> growth;  // [n] exp(F_j + own error) - 1
    double least_sum = 0;        // of true e_j exp(-F_j), at least
    double rescalings = 0;       // T
    double logit_error = 0;      // max_j E_j
  };

  struct Roundings {    // of the output, relative to what they act on
    double xi = 0;      // sum of exponentials
    double zed = 0;     // sum of weighted values
    double kap = 0;     // the last operations
    double stored = 0;  // weights, where the sum of exponentials does not see it
  };
  struct Sums {                  // upper bounds
    std::vector<double> spread;  // [value_dim] sum_j |change of e_j| |v_j - output|
    std::vector<double> size;    // [value_dim] sum_j (computed e_j) |v_j|
    double change = 0;           // sum_j |change of e_j|
  };

  struct Loss {  // near zero, what all columns share
    Units unit;
    double stored;     // absolute error of a stored weight
    double kept_mass;  // what the loss is divided by
  };

  Units units(const Arithmetic& arithmetic) const;
  bool dots_are_exact(const Arithmetic& arithmetic) const;
  double sum_roundoff(const Arithmetic& arithmetic) const;
  double slope_error(const Arithmetic& arithmetic, double distance) const;
  bool logits_are_kept(const Arithmetic& arithmetic) const;
  bool inputs_fit(const Arithmetic& arithmetic) const;
  bool leaves_storage(const Arithmetic& arithmetic, const Weights& weights) const;
  std::size_t kind_of_dots(const Arithmetic& arithmetic) const;
  const std::vector<double>& dot_errors(const Arithmetic& arithmetic);
  double dot_error(const Arithmetic& arithmetic, std::size_t j) const;
  double logit_error(const Arithmetic& arithmetic, std::size_t j, double of_dot) const;
  double rescalings(const Arithmetic& arithmetic);
  Weights weights(const Arithmetic& arithmetic);
  double weight_error(const Arithmetic& arithmetic, std::size_t j, double own, const Weights& weights) const;
  double split_error(double gap, double logit) const;
  double common_error(const Arithmetic& arithmetic, const Weights& weights, double sums) const;
  double kept_mass(const Arithmetic& arithmetic, const Weights& weights) const;
  Loss loss(const Arithmetic& arithmetic, const Weights& weights) const;
  double underflow(const Arithmetic& arithmetic, const Weights& weights, const Loss& loss, std::size_t column) const;
  Sums sums(const Weights& weights) const;
  Roundings roundings(const Arithmetic& arithmetic, const Weights& weights) const;
  Roundings certified(const Arithmetic& arithmetic, Roundings r, const Weights& weights, std::size_t column) const;
  double finished(const Arithmetic& arithmetic, double bound, std::size_t column) const;
  double element(const Arithmetic& arithmetic, const Weights& weights, const Roundings& r, const Sums& sums,
                 const Loss& loss, std::size_t c) const;
  std::vector<double> one_hot(const Arithmetic& arithmetic, const Weights& weights) const;
  void measure_columns();
  double mean_value(std::size_t column) const;

  const Problem& problem_;
  const RowStats& row_;
  double n_;
  double d_;
  double u_;
  double log_sum_;    // log l, an upper bound
  double mean_gap_;   // sum_j w_j z_j, an upper bound
  double mean_size_;  // sum_j w_j |s_j|, an upper bound
  double longest_;    // max_j |key_j|, an upper bound
  double reach_;      // 2 |query| max_j |key_j| / sqrt(head_dim): no transformed dot product is larger
  Columns columns_;
  std::array<std::vector<double>, 64> dots_;     // by how the dot products are rounded: their errors
  std::array<std::optional<double>, 64> rises_;  // and how often the running maximum can rise
};

}  // namespace attncheck
