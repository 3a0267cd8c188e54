#pragma once
// samples.h: how near the answers of a subject came to their bounds, comparison by comparison, in bounded space.
// Used by Check, which fills it, and by the page, which draws it; nothing is judged by it. No errors.
#include <map>
#include <optional>
#include <vector>

#include "attncheck/shape.h"

namespace attncheck {

/// One compared answer. What was not worked out is `not_known`; what is no number counts as infinite.
struct Sample {
  static constexpr double not_known = -1;
  Index tokens = 0;
  Index head_dim = 0;
  double logit = 0;            // the largest, as Coverage measures it
  double ratio = not_known;    // error / bound of the most generous member that was still possible
  double closest = not_known;  // error / what every member allows, of those rows that are within it

  double size() const { return ratio > closest ? ratio : closest; }
};

/// What is kept of all samples of a property, as plain data.
struct Sampled {
  Index all = 0;                     // samples this stands for
  std::vector<Sample> kept;          // some of them, spread evenly, and the largest; in the order they came
  std::map<int, Index> ratios;       // of all of them: how many ratios are in [2^k, 2^(k+1)), by k
  std::map<int, Index> closests;     // the same
  static constexpr int least = -64;  // and whatever is smaller, zero included
  static constexpr int most = 64;    // and whatever is larger
};

class Samples {
 public:
  /// One of which nothing is known is left out. Samples of the same `call` that follow each other count as one, the
  /// largest; those without one stand alone.
  void add(Sample sample, std::optional<Index> call = std::nullopt);
  Sampled all() const;

 private:
  struct Numbered {
    Index number = 0;
    Sample sample;
  };
  void settle();

  std::optional<Sample> open_;  // the newest, which may grow
  std::optional<Index> call_;   // of the newest
  std::vector<Numbered> even_;
  std::vector<Numbered> largest_;
  Index settled_ = 0;
  Index stride_ = 1;  // between two of even_; a power of two
  std::map<int, Index> ratios_;
  std::map<int, Index> closests_;
};

}  // namespace attncheck
