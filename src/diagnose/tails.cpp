// What is left over when a size is no multiple of a tile: keys, channels or rows that are dropped, or lanes that count
// although there is no key.
#include <fmt/format.h>

#include <algorithm>

#include "diagnose/families.h"
#include "diagnose/numbers.h"

namespace attncheck {
namespace {

Index cut(Index size, Index tile) { return size / tile * tile; }
Index missing(Index size, Index tile) { return (tile - size % tile) % tile; }

Candidate right(const std::string& sentence) { return family_member("tail", sentence); }

/// query[i] . key[j] over the first `channels` channels, in the arithmetic of the dtype.
double partial_dot(const Problem& problem, Index i, Index j, Index channels) {
  double dot = 0;
  for (Index c = 0; c < channels; ++c)
    dot = round_to(problem.dtype, dot + round_to(problem.dtype, problem.query(i, c) * problem.key(j, c)));
  return dot;
}

Candidate channels(const std::string& sentence, std::function<Index(Index)> read) {
  Candidate candidate = right(sentence);
  candidate.steps.dot = [read = std::move(read)](const Problem& problem, Index i, Index j) {
    return partial_dot(problem, i, j, read(problem.shape.head_dim));
  };
  return candidate;
}

/// The same keys with `lanes` more behind them. What those hold: nothing but zeros, or the tile before.
Problem with_lanes(const Problem& problem, Index lanes, bool from_tile_before, Index tile) {
  Problem longer = make_problem({problem.shape.tokens + lanes, problem.shape.head_dim, problem.shape.value_dim},
                                problem.dtype, problem.causal);
  const auto copy = [](const Tensor& from, Tensor& to) {
    std::copy(from.elements().begin(), from.elements().end(), to.elements().begin());
  };
  copy(problem.query, longer.query);
  copy(problem.key, longer.key);
  copy(problem.value, longer.value);
  for (Index j = problem.shape.tokens; from_tile_before && j < longer.shape.tokens; ++j) {
    if (j < tile) continue;
    std::copy(longer.key.row(j - tile).begin(), longer.key.row(j - tile).end(), longer.key.row(j).begin());
    std::copy(longer.value.row(j - tile).begin(), longer.value.row(j - tile).end(), longer.value.row(j).begin());
  }
  return longer;
}

/// Which rows count the lanes behind the last key they see.
enum class Lanes { of_what_is_seen, of_all_tokens, of_all_tokens_if_not_causal };

Candidate counted_lanes(const std::string& sentence, Index tile, bool from_tile_before, Lanes lanes) {
  Candidate candidate = right(sentence);
  candidate.steps.whole = [=](const Steps&, const Problem& problem) {
    const Index tokens = problem.shape.tokens;
    const Problem longer = with_lanes(problem, tile, from_tile_before, tile);
    Steps steps = right_steps();
    steps.visible = [=](const Problem& p, Index i, Index j) {
      if (j < tokens) return p.visible(i, j);
      if (lanes == Lanes::of_all_tokens_if_not_causal && p.causal) return false;
      const Index seen = lanes == Lanes::of_what_is_seen && p.causal ? std::min(i + 1, tokens) : tokens;
      return j - tokens < missing(seen, tile);
    };
    steps.rows_written = [=](Index) { return tokens; };
    const Tensor output = run_steps(steps, longer);
    Tensor first(tokens, problem.shape.value_dim);
    std::copy_n(output.elements().begin(), first.size(), first.elements().begin());
    return first;
  };
  return candidate;
}

void add_keys(std::vector<Candidate>& all, Index tile) {
  Candidate dropped = right(fmt::format("keys beyond the last full {} are not read", tile));
  dropped.steps.keys_read = [=](Index tokens) { return cut(tokens, tile); };
  all.push_back(dropped);
  Candidate visible = right(fmt::format("of the keys a row sees, those beyond the last full {} are not read", tile));
  visible.steps.visible = [=](const Problem& p, Index i, Index j) { return j < cut(p.visible_keys(i), tile); };
  all.push_back(visible);
  Candidate first =
      right(fmt::format("of the keys, those beyond the last full {} are not read, unless there are fewer", tile));
  first.steps.keys_read = [=](Index tokens) { return tokens < tile ? tokens : cut(tokens, tile); };
  all.push_back(first);
  const auto lanes = [&](const char* text, bool from_tile_before, Lanes which) {
    all.push_back(counted_lanes(fmt::format(fmt::runtime(text), tile), tile, from_tile_before, which));
  };
  lanes("lanes of zeros up to the next {} count as keys that are seen", false, Lanes::of_what_is_seen);
  lanes("lanes of zeros up to the next {} count as keys of every row", false, Lanes::of_all_tokens);
  lanes("without a causal mask lanes of zeros up to the next {} count as keys", false,
        Lanes::of_all_tokens_if_not_causal);
  lanes("lanes up to the next {} still hold the keys of the tile before", true, Lanes::of_what_is_seen);
  lanes("without a causal mask lanes up to the next {} still hold the keys of the tile before", true,
        Lanes::of_all_tokens_if_not_causal);
}

void add_rows_and_channels(std::vector<Candidate>& all, Index tile) {
  Candidate rows = right(fmt::format("rows beyond the last full {} are not written", tile));
  rows.steps.rows_written = [=](Index tokens) { return cut(tokens, tile); };
  all.push_back(rows);
  all.push_back(channels(fmt::format("channels beyond the last full {} are not read", tile),
                         [=](Index head_dim) { return cut(head_dim, tile); }));
  all.push_back(channels(fmt::format("only the first {} channels are read", tile),
                         [=](Index head_dim) { return std::min(head_dim, tile); }));
}

}  // namespace

std::vector<Candidate> tail_family(Reader&) {
  std::vector<Candidate> all;
  for (Index tile = 2; tile <= 128; tile *= 2) {
    add_keys(all, tile);
    add_rows_and_channels(all, tile);
  }
  Candidate last = right("the last row is not written");
  last.steps.rows_written = [](Index tokens) { return tokens - 1; };
  all.push_back(last);
  last.sentence = last.kind = "the last of several rows is not written";
  last.steps.rows_written = [](Index tokens) { return std::max<Index>(1, tokens - 1); };
  all.push_back(last);
  all.push_back(channels("the last channel is not read", [](Index head_dim) { return head_dim - 1; }));
  return all;
}

}  // namespace attncheck
