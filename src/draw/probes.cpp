#include "draw/probes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>

namespace attncheck {
namespace {

double pick(Random& random, std::initializer_list<double> choices) {
  return *(choices.begin() + random.below(static_cast<Index>(choices.size())));
}

double integer(Random& random, Index most) { return static_cast<double>(random.below(2 * most + 1) - most); }

void identity_values(Problem& problem) {
  for (Index j = 0; j < std::min(problem.shape.tokens, problem.shape.value_dim); ++j) problem.value(j, j) = 1.0;
}

void integer_values(Problem& problem, Random& random, Index most = 9) {
  for (double& element : problem.value.elements()) element = integer(random, most);
}

/// Channel 0 alone carries the logits: query[i][0] = factor, key[j][0] = key_of(j).
void one_channel(Problem& problem, double factor, const std::function<double(Index)>& key_of) {
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    problem.query(i, 0) = factor;
    problem.key(i, 0) = key_of(i);
  }
}

/// The factor that makes a logit equal to the key: sqrt(head_dim), exact at powers of four.
double unscaled(const Problem& problem) { return std::sqrt(static_cast<double>(problem.shape.head_dim)); }

void fill_uniform_integers(Problem& problem, Random& random) {
  for (double& element : problem.key.elements()) element = integer(random, 3);  // unseen: the query is zero
  integer_values(problem, random, 99);
}

void fill_two_keys(Problem& problem, Random& random) {
  const double gap = pick(random, {0x1p-6, 0.5, 1, 8, 16, 32, 64, 80});
  const Index top = random.below(problem.shape.tokens);
  one_channel(problem, unscaled(problem), [&](Index j) { return j == top ? 0.0 : -gap; });
  identity_values(problem);
}

void fill_geometric(Problem& problem, Random& random) {
  const bool rising = random.coin();
  const Index last = problem.shape.tokens - 1;
  one_channel(problem, unscaled(problem),
              [&](Index j) { return -5.0 * static_cast<double>(std::min<Index>(rising ? last - j : j, 15)); });
  identity_values(problem);
}

void fill_grid(Problem& problem, Random& random) {
  for (Tensor* tensor : {&problem.query, &problem.key})
    for (double& element : tensor->elements()) element = integer(random, 2);
}

void fill_grid_identity(Problem& problem, Random& random) {
  fill_grid(problem, random);
  identity_values(problem);
}

void fill_grid_integers(Problem& problem, Random& random) {
  fill_grid(problem, random);
  integer_values(problem, random);
}

/// Products X, 1, -X in any places: an accumulator of few bits loses the 1.
void fill_absorption(Problem& problem, Random& random) {
  const Index dims = problem.shape.head_dim;
  const double large = pick(random, {0x1p8, 0x1p11, 0x1p22});
  for (double& element : problem.query.elements()) element = 1.0;
  if (dims < 3) return identity_values(problem);
  const Index start = random.below(dims - 2);
  for (Index j = 0; j < problem.shape.tokens; j += 2) {
    problem.key(j, start) = large;
    problem.key(j, start + 1) = 1.0;
    problem.key(j, start + 2) = -large;
  }
  identity_values(problem);
}

/// Twelve significant bits on each side with an exact product near 4: inputs rounded to fewer bits move the logit.
void fill_twelve_bits(Problem& problem, Random& random) {
  const Index channel = random.below(problem.shape.head_dim);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    problem.query(i, channel) = 2049;
    problem.key(i, channel) = i % 2 == 0 ? 2051 * 0x1p-20 : 0.0;
  }
  identity_values(problem);
}

/// Every two rows are twice as large as the two before, up to 1.75 2^20 at 42 tokens: a size beyond which logits are
/// clamped makes keys alike that are far apart.
void fill_scales(Problem& problem, Random& /*random*/) {
  const auto quarters = [](Index j) { return static_cast<double>(j % 4) / 4; };
  one_channel(problem, 0, [&](Index j) { return 1 + quarters(j); });
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    problem.query(i, 0) = std::ldexp(i % 2 == 0 ? 1.0 : -1.0, static_cast<int>(i / 2)) * unscaled(problem);
    std::ranges::fill(problem.value.row(i), quarters(i));
  }
}

/// Equal weights, and one key at a tile edge has the only value: a key that is lost or counted twice shows in full.
void fill_edge_key(Problem& problem, Random& random) {
  const Index tokens = problem.shape.tokens;
  std::vector<Index> edges = {tokens - 1, 0};
  for (const Index tile : {8, 16, 32, 64, 128})
    for (const Index j : {tile - 1, tile})
      if (j < tokens) edges.push_back(j);
  const Index chosen =
      random.coin() ? tokens - 1 : edges[static_cast<std::size_t>(random.below(static_cast<Index>(edges.size())))];
  for (double& element : problem.value.row(chosen)) element = 1.0;
}

void fill_last_key(Problem& problem, Random& random) {
  const double gap = pick(random, {12, 24, 200});
  const Index last = problem.shape.tokens - 1;
  one_channel(problem, unscaled(problem), [&](Index j) { return j == last ? gap : 0.0; });
  integer_values(problem, random);
  for (double& element : problem.value.row(last)) element = 1000.0;
}

/// One key carries nearly all the weight and no value; what is left is the many small weights of all other keys.
void fill_small_weights(Problem& problem, Random& random) {
  const double gap = pick(random, {8.5, 12.5, 16.5});
  const Index top = random.below(problem.shape.tokens);
  one_channel(problem, unscaled(problem), [&](Index j) { return j == top ? gap : 0.0; });
  for (double& element : problem.value.elements()) element = 1000.0;
  for (double& element : problem.value.row(top)) element = 0.0;
}

void fill_one_hot_weights(Problem& problem, Random& random) {
  const Index top = random.below(problem.shape.tokens);
  one_channel(problem, unscaled(problem), [&](Index j) { return j == top ? 256.0 : 0.0; });
  for (double& element : problem.value.elements()) element = random.normal();
}

void fill_ramp(Problem& problem, Random& random) {
  const double step = (random.coin() ? 1 : -1) * 0x1p-5;
  one_channel(problem, unscaled(problem), [&](Index j) { return step * static_cast<double>(j); });
  integer_values(problem, random);
}

void fill_steps(Problem& problem, Random& random) {
  const double step = pick(random, {-1, 0, 1, 1, 4});
  one_channel(problem, unscaled(problem), [&](Index j) { return step * static_cast<double>(j); });
  integer_values(problem, random);
}

void fill_subnormal_values(Problem& problem, Random& random) {
  for (double& element : problem.value.elements())
    element = integer(random, 4096) * info(problem.dtype).smallest_subnormal;
}

void fill_tiny_dot(Problem& problem, Random& random) {
  const double tiny = std::sqrt(info(problem.dtype).smallest_normal);
  for (Tensor* tensor : {&problem.query, &problem.key})
    for (double& element : tensor->elements()) element = integer(random, 3) * tiny;
  integer_values(problem, random);
}

/// All roundings of a sum of equal terms go the same way: the worst case of every accumulator.
void fill_identical_keys(Problem& problem, Random& random) {
  for (double& element : problem.query.elements()) element = random.normal();
  for (Index c = 0; c < problem.shape.head_dim; ++c) {
    const double shared = random.normal();
    for (Index j = 0; j < problem.shape.tokens; ++j) problem.key(j, c) = shared;
  }
  for (double& element : problem.value.elements()) element = 1 + random.uniform() * 0x1p-8;
}

const std::vector<Index> tile_edges = {15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 7, 8, 9};

const std::vector<Probe> probe_table = {
    {"uniform integers",
     "the query is zero and values are integers",
     {2, 8, 3, 64, 65, 5, 16, 257},
     {1, 4, 3},
     3,
     fill_uniform_integers},
    {"two keys",
     "one key has logit 0, all others -gap; values are the identity",
     {2, 3, 2, 17, 4},
     {1, 4, 128, 2, 80, 16},
     0,
     fill_two_keys},
    {"absorption",
     "every second key has the products X, 1, -X; values are the identity",
     {2, 3, 2, 5},
     {4, 3, 16, 64},
     0,
     fill_absorption},
    {"edge key", "equal weights; one key has the only value", tile_edges, {1, 2}, 1, fill_edge_key},
    {"geometric", "logits 0, -5, .. -75; values are the identity", {16, 8, 17, 4}, {1, 4, 3}, 0, fill_geometric},
    {"grid, identity values",
     "query and key are integers -2 .. 2; values are the identity",
     {4, 9, 24, 33},
     {4, 16, 5, 64},
     0,
     fill_grid_identity},
    {"last key",
     "the last key has a larger logit than all others, and the value 1000",
     {65, 129, 33, 2, 257, 18},
     {1, 2},
     2,
     fill_last_key},
    {"twelve bits",
     "query 2049 and key 2051 2^-20 or 0; values are the identity",
     {2, 4, 3},
     {1, 4, 7},
     0,
     fill_twelve_bits},
    {"scales",
     "the logits of row i are 2^(i/2) or -2^(i/2) times 1, 1.25, 1.5 and 1.75",
     {42, 41},
     {1, 4},
     1,
     fill_scales},
    {"ramp", "logits change by 1/32 from key to key", {130, 66, 20, 1024}, {1, 4}, 2, fill_ramp},
    {"one-hot weights", "one key is 256 above all others", {2, 17, 65, 5}, {1, 4, 3}, 3, fill_one_hot_weights},
    {"small weights",
     "one key is 8.5, 12.5 or 16.5 above all others and has the value zero, all others have 1000",
     {33, 4, 2049, 130},
     {1, 4},
     1,
     fill_small_weights},
    {"grid, integers", "query, key and value are small integers", {5, 16, 40}, {4, 1, 64, 16}, 4, fill_grid_integers},
    {"steps", "logits fall, stay or rise by the same step from key to key", {33, 6, 70, 16}, {1, 4}, 2, fill_steps},
    {"subnormal values",
     "equal weights and values of at most 4096 times the smallest number",
     {2, 5, 16, 31},
     {1, 3},
     3,
     fill_subnormal_values},
    {"tiny products",
     "products of query and key about the smallest normal number",
     {3, 8, 17},
     {1, 4, 2},
     2,
     fill_tiny_dot},
    {"identical keys",
     "all keys are the same vector; values just above 1",
     {16, 64, 33, 128},
     {2, 8},
     2,
     fill_identical_keys},
};

}  // namespace

std::span<const Probe> probes() { return probe_table; }

}  // namespace attncheck
