#pragma once
// oracle.h: what is right, and how far a correct subject may be from it.
// Used by Check, by properties (through Check) and by the report. Implemented in reference/.
// Every number it gives is proven: the true output lies within `radius` of `centre`, and a correct subject that
// computes as member m does lies within bound[m] of the true output.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attncheck/problem.h"
#include "attncheck/profile.h"

namespace attncheck {

/// The answer for one output row i; n = visible keys of that row.
struct RowAnswer {
  std::vector<double> centre;  // [value_dim] the output
  std::vector<double> radius;  // [value_dim] |true output - centre| <= radius
  std::vector<double>
      logits;  // [n] query.key / sqrt(head_dim), correct to about 1e-15 of sum |query*key| / sqrt(head_dim)
  std::vector<double> weights;             // [n] softmax of the logits
  std::vector<std::vector<double>> bound;  // [member][value_dim] radius allowed to a correct subject; may be infinite
  bool may_overflow = false;               // some honest order of summation leaves the range of the dtype: not judged
};

/// What each member allows for element `column` of the answer's row: its bound and the radius of the centre.
inline Allowed allowed_at(const RowAnswer& answer, Index column) {
  const auto c = static_cast<std::size_t>(column);
  Allowed allowed;
  for (const auto& bound : answer.bound) allowed.push_back(bound[c] + answer.radius[c]);
  return allowed;
}

/// One output element beside what it should be. `excess` = |observed - centre| - radius, `ratio` = excess / bound.
struct Cell {
  Index row = 0;
  Index column = 0;  // -1: the row as a whole
  double observed = 0;
  double centre = 0;
  double radius = 0;
  double bound = 0;     // of the member this cell is a witness against, or of the most generous member
  double ratio = 0;     // above 1: proven beyond the bound
  bool by_law = false;  // `centre` is what another answer of the subject asks for, not attention itself
};

struct Judgement {
  MemberSet excluded;                        // members that some element is proven beyond
  std::vector<std::optional<Cell>> witness;  // [member] the worst element against each excluded member
  std::optional<Cell> worst;                 // the element with the largest ratio against its most generous member
  Index judged = 0;                          // elements compared with a finite bound
  Index not_judged = 0;                      // elements with no finite bound, or in a row that may overflow
  Index not_decided = 0;                     // comparisons that even the finest intervals left open: taken for within
  double closest = 0;                        // how close a right row came to what every member allows: below 1
};

class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual const Profile& profile() const = 0;

  /// The answer for row `i`. Cost O(n (head_dim + members * value_dim)); float64 problems go to the exact tier.
  virtual RowAnswer row(const Problem& problem, Index i) = 0;

  /// Compares the given rows of `output` [tokens, value_dim] with the truth for every member in `candidates`.
  /// A non-finite element excludes every member unless its row may overflow. Where all rows are right for every member,
  /// the one that came closest is compared with each of them, for `worst`, if it came closer than `closest_so_far`.
  virtual Judgement judge(const Problem& problem, const Tensor& output, std::span<const Index> rows,
                          const MemberSet& candidates, double closest_so_far = 0) = 0;

  /// The same element enclosed again by the exact tier with intervals: used for every reported counterexample.
  virtual Cell prove(const Problem& problem, const Cell& cell) = 0;

  /// What a proven cell's bound is made of, largest first: "logits 61 %, sums 20 %". Empty when there is no bound.
  virtual std::string bound_terms(const Problem& problem, const Cell& cell) = 0;

  /// Rows re-done by the exact tier so far as a random audit, and how many disagreed (must be none).
  struct Audit {
    Index rows = 0;
    Index disagreements = 0;
  };
  virtual Audit audit() const = 0;
};

}  // namespace attncheck
