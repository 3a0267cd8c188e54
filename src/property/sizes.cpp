#include "attncheck/sizes.h"

#include <algorithm>
#include <iterator>

namespace attncheck {
namespace {

/// Every number to 257 as tokens, as head_dim and as value_dim.
void add_every_size(std::vector<Shape>& all) {
  for (Index s = 1; s <= 257; ++s) {
    all.push_back({s, 1 + s % 2, 1 + s % 2});
    const Index few = s <= 72 ? 3 : 17 + 37 * s % 64, other = s <= 72 ? 3 : 17 + 53 * s % 64;
    all.push_back({few, s, 1 + s % 3});
    all.push_back({other, 1 + s % 3, s});
    if (s > 72) continue;
    for (const Index tokens : {20, 66}) {
      all.push_back({tokens, s, 1 + s % 3});
      all.push_back({tokens, 1 + s % 3, s});
    }
    if (s <= 24) all.push_back({s, s, s});
  }
  for (const Index s : {320, 384, 448, 512, 513, 576})
    for (const Shape& shape : {Shape{3, s, 2}, {3, 2, s}, {s, 1, 1}}) all.push_back(shape);
}

}  // namespace

Index multiplications(const Shape& shape) { return shape.tokens * shape.tokens * (shape.head_dim + shape.value_dim); }

std::vector<Shape> special_sizes() {
  std::vector<Shape> all;
  add_every_size(all);
  for (const Index tokens : {65, 127, 129, 200, 257, 300}) all.push_back({tokens, 64, 64});
  for (const Index s : {80, 96, 100, 150, 160}) all.push_back({s, s, 1});
  const Shape others[] = {
      {65, 32, 32},    {129, 32, 64},   {257, 32, 128}, {127, 64, 32},   {300, 64, 128}, {129, 128, 32},
      {257, 128, 64},  {65, 128, 128},  {300, 32, 32},  {16, 256, 256},  {32, 32, 32},   {64, 64, 64},
      {64, 96, 96},    {128, 128, 128}, {256, 64, 64},  {300, 16, 16},   {40, 320, 4},   {100, 4, 320},
      {20, 576, 512},  {514, 256, 1},   {260, 1, 256},  {260, 256, 1},   {520, 1, 256},  {300, 4, 2},
      {144, 40, 40},   {288, 48, 48},   {250, 72, 72},  {190, 80, 80},   {270, 96, 96},  {140, 112, 112},
      {135, 160, 160}, {130, 192, 128}, {70, 224, 224}, {130, 256, 256}, {60, 320, 320}, {70, 576, 512},
      {640, 128, 1},   {1024, 1, 1},    {1025, 1, 1},   {1024, 8, 8},    {1030, 2, 4},   {1024, 64, 1},
      {1030, 128, 64}, {2048, 1, 1},    {4100, 1, 1},   {5000, 1, 1}};
  all.insert(all.end(), std::begin(others), std::end(others));
  std::ranges::stable_sort(all, {}, multiplications);
  return all;
}

}  // namespace attncheck
