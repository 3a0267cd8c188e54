#pragma once
// records.h: how often a running maximum can rise, whatever honest way the keys are visited in index order.
// Used by error_bound: each rise is one rescaling of what was summed before. Cost O(n log n) comparisons.
// Source: a running maximum visits a strictly increasing subsequence; patience sorting, generalised to intervals.
#include <span>

namespace attncheck {

/// Length of the longest subsequence, forwards or backwards, in which some choice of points
/// x_j in [centre_j - radius_j, centre_j + radius_j] is strictly increasing. 0 for no points.
int longest_rise(std::span<const double> centre, std::span<const double> radius);

}  // namespace attncheck
