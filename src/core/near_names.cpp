#include "core/near_names.h"

#include <algorithm>
#include <numeric>

namespace attncheck {
namespace {

/// Letters to insert, delete or replace (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string_view last_part(std::string_view id) {
  const std::size_t slash = id.rfind('/');
  return slash == std::string_view::npos ? id : id.substr(slash + 1);
}

/// 0 contains the name; larger is farther.
std::size_t farness(std::string_view name, std::string_view known) {
  if (name.size() >= 3 && known.find(name) != std::string_view::npos) return 0;
  return std::min(distance(name, known), distance(name, last_part(known)));
}

}  // namespace

std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& known) {
  const std::size_t farthest = std::max<std::size_t>(2, name.size() / 3);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : known)
    if (const std::size_t far = farness(name, candidate); far <= farthest) near.emplace_back(far, candidate);
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string>::first);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, near.size()); ++i) names.push_back(near[i].second);
  return names;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  std::string out;
  for (const std::string& candidate : near_names(name, known)) out += (out.empty() ? "" : " or ") + candidate;
  return out.empty() ? "" : "; did you mean " + out + "?";
}

}  // namespace attncheck
