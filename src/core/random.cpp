#include "attncheck/random.h"

#include <cmath>
#include <numbers>

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

Index Random::below(Index count) { return static_cast<Index>(next() % static_cast<std::uint64_t>(count)); }

std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t salt) {
  return scramble(scramble(seed + 0x9e3779b97f4a7c15ULL) ^ salt);
}

std::uint64_t mix_seed(std::uint64_t seed, std::string_view salt) {
  for (const char c : salt) seed = mix_seed(seed, static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  return seed;
}

void fill_normal(Tensor& tensor, Random& random, DType dtype, double sigma) {
  for (double& element : tensor.elements()) element = round_to(dtype, sigma * random.normal());
}

}  // namespace attncheck
