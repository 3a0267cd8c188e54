#include <fmt/format.h>

#include "bench/table.h"

namespace attncheck::bench {
namespace {

struct Target {
  const char* tier;
  const char* where;
  double most;
  bool (*applies)(const Case& what);
};

bool from_64(const Case& what) { return what.n >= 64 && what.d >= 64 && what.kind == Kind::gaussian; }
bool smallest(const Case& what) { return what.n == 4 && what.d == 2; }

constexpr Target targets[] = {{"full bound", "n and d of 64 and above", 0.35, from_64},
                              {"profile any", "n and d of 64 and above", 0.6, from_64},
                              {"double-double", "n and d of 64 and above", 1.6, from_64},
                              {"full bound", "n = 4, d = 2", 1.0, smallest}};

// The worst of the lines that the target is about: standard normal inputs.
std::string sentence(const Target& target, const std::vector<Line>& lines) {
  const Line* worst = nullptr;
  for (const Line& line : lines) {
    if (!target.applies(line.what) || !line.ratios.contains(target.tier)) continue;
    if (worst == nullptr || line.ratios.at(target.tier).value > worst->ratios.at(target.tier).value) worst = &line;
  }
  if (worst == nullptr) return {};
  const double found = worst->ratios.at(target.tier).value;
  return fmt::format("* {}, {}: at most {} wanted; the worst is {:.2f} at n = {}, d = {}: {}\n", target.tier,
                     target.where, target.most, found, worst->what.n, worst->what.d,
                     found <= target.most ? "met" : "**missed**");
}

}  // namespace

std::string targets_text(const std::vector<Line>& lines) {
  std::string text;
  for (const Target& target : targets) text += sentence(target, lines);
  return text;
}

}  // namespace attncheck::bench
