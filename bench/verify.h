#pragma once
// verify.h: a tier that is wrong is not timed.
// Used by the table before every measurement. The truth is MPFI's, at twice the bits that the exact tier takes.
// Errors: WrongTier with one line that says which tier, where, and by how much.
#include <stdexcept>

#include "bench/tier.h"
#include "reference/exact.h"

namespace attncheck::bench {

class WrongTier : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Some rows of a sample enclosed by intervals.
struct Truth {
  std::vector<Index> rows;
  std::vector<Enclosure> enclosures;  // one a row, all columns
};
Truth enclose_rows(const Sample& sample, std::vector<Index> rows);

/// Every value lies within its radius plus that of the enclosure, and both are finite; otherwise throws WrongTier.
/// Precondition: the tier is asked problems of the dtype of the sample.
void require_right(Tier& tier, const Sample& sample, const Truth& truth);

/// Does require_right accept every tier as it is, and refuse each of them when its values are moved, its radii are
/// taken away, or its numbers are no numbers? Throws WrongTier when it does not.
void check_refusal();

}  // namespace attncheck::bench
