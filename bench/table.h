#pragma once
// table.h: every tier on every size, as ratios to plain scalar float64 in the same run.
// Used by oracle.cpp. Errors: WrongTier (verify.h) before anything of that size is timed.
#include <map>
#include <string>
#include <vector>

#include "bench/sample.h"

namespace attncheck::bench {

struct Case {
  Kind kind = Kind::gaussian;
  Index n = 0;  // tokens
  Index d = 0;  // head_dim and value_dim
};

/// The sizes of the table, and one designed family at 64 x 64.
std::vector<Case> all_cases();

struct Ratio {
  double value = 0;      // time / time of plain float64
  bool sampled = false;  // some rows were timed, and counted for all
};

struct Line {
  Case what;
  double plain_seconds = 0;             // of the whole problem, of plain float64
  std::map<std::string, Ratio> ratios;  // by name of the tier
  double part_of_peak = 0;              // multiply-adds of the full bound a second / those one core can do
};

Line time_case(const Case& what);

/// A Markdown table; columns in the order tiers are listed.
std::string table_text(const std::vector<Line>& lines);

/// What each tier may cost, and whether these lines keep to it; only for lines that are there.
std::string targets_text(const std::vector<Line>& lines);

}  // namespace attncheck::bench
