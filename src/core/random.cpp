#include "attncheck/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace attncheck {
namespace {

std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15ULL;
  return scramble(state_);
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::array<double, 2> Random::two_normals() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

Index Random::below(Index count) { return static_cast<Index>(next() % static_cast<std::uint64_t>(count)); }

std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t salt) {
  return scramble(scramble(seed + 0x9e3779b97f4a7c15ULL) ^ salt);
}

std::uint64_t mix_seed(std::uint64_t seed, std::string_view salt) {
  for (const char c : salt) seed = mix_seed(seed, static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  return seed;
}

void fill_normal(Tensor& tensor, Random& random, DType dtype, double sigma) {
  const std::span<double> elements = tensor.elements();
  for (std::size_t first = 0; first < elements.size(); first += 2) {
    const std::array<double, 2> normals = random.two_normals();
    for (std::size_t next = first; next < std::min(first + 2, elements.size()); ++next)
      elements[next] = round_to(dtype, sigma * normals[next - first]);
  }
}

}  // namespace attncheck
