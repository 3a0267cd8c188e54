// Which keys a row sees: shifted, turned, cut or forgotten masks.
#include <fmt/format.h>

#include "diagnose/families.h"
#include "diagnose/numbers.h"

namespace attncheck {
namespace {

using Visible = std::function<bool(const Problem&, Index i, Index j)>;

class Masks {
 public:
  void add(const std::string& sentence, Visible visible) {
    Candidate candidate = family_member("mask", sentence);
    candidate.steps.visible = std::move(visible);
    all.push_back(std::move(candidate));
  }

  /// Of causal problems only.
  void add_causal(const std::string& sentence, std::function<bool(Index n, Index i, Index j)> sees) {
    add(sentence, [sees = std::move(sees)](const Problem& problem, Index i, Index j) {
      return problem.causal ? sees(problem.shape.tokens, i, j) : true;
    });
  }

  /// Those added since there were `before` have a number in them.
  void have_a_number(std::size_t before) {
    for (std::size_t k = before; k < all.size(); ++k) all[k].freedom = 1;
  }

  std::vector<Candidate> all;
};

void add_shifted(Masks& masks) {
  for (Index k = 1; k <= 8; ++k) {
    masks.add_causal(fmt::format("under a causal mask row i also sees the next {} keys", k),
                     [=](Index, Index i, Index j) { return j <= i + k; });
    masks.add_causal(fmt::format("under a causal mask row i sees keys up to i - {} only", k),
                     [=](Index, Index i, Index j) { return j <= i - k; });
  }
  masks.add_causal("under a causal mask row i sees keys from i on", [](Index, Index i, Index j) { return j >= i; });
  masks.add_causal("under a causal mask row i sees keys after i", [](Index, Index i, Index j) { return j > i; });
  masks.add_causal("under a causal mask row i sees the last i + 1 keys",
                   [](Index n, Index i, Index j) { return j >= n - 1 - i; });
  masks.add_causal("under a causal mask row i sees all but its own key",
                   [](Index, Index i, Index j) { return j < i || i == 0; });
  masks.add_causal("under a causal mask row i sees key i only", [](Index, Index i, Index j) { return j == i; });
}

void add_forgotten(Masks& masks) {
  masks.add("the causal mask is not applied", [](const Problem&, Index, Index) { return true; });
  masks.add("the mask is causal although it was not asked for",
            [](const Problem&, Index i, Index j) { return j <= i; });
  masks.add("causal and not causal are exchanged",
            [](const Problem& p, Index i, Index j) { return p.causal || j <= i; });
  const auto forgotten_when = [&](const std::string& when, const std::function<bool(const Shape&)>& forgets) {
    masks.add("the causal mask is not applied when " + when,
              [forgets](const Problem& p, Index i, Index j) { return forgets(p.shape) || p.visible(i, j); });
    masks.all.back().freedom = 1;  // a condition
  };
  forgotten_when("the number of tokens is odd", [](const Shape& s) { return s.tokens % 2 == 1; });
  forgotten_when("the number of tokens is even", [](const Shape& s) { return s.tokens % 2 == 0; });
  forgotten_when("head_dim and value_dim differ", [](const Shape& s) { return s.head_dim != s.value_dim; });
  for (Index size = 8; size <= 1024; size *= 2) {
    forgotten_when(fmt::format("there are more than {} tokens", size), [=](const Shape& s) { return s.tokens > size; });
    forgotten_when(fmt::format("there are fewer than {} tokens", size),
                   [=](const Shape& s) { return s.tokens < size; });
    forgotten_when(fmt::format("tokens are no multiple of {}", size),
                   [=](const Shape& s) { return s.tokens % size != 0; });
  }
}

void add_tiled(Masks& masks) {
  for (Index tile = 2; tile <= 256; tile *= 2) {
    masks.add_causal(
        fmt::format("the causal mask is applied to whole tiles of {} keys: the tile of the diagonal is seen", tile),
        [=](Index, Index i, Index j) { return j / tile <= i / tile; });
    masks.add_causal(
        fmt::format("the causal mask is applied to whole tiles of {} keys: the tile of the diagonal is hidden", tile),
        [=](Index, Index i, Index j) { return j / tile < i / tile; });
    masks.add_causal(fmt::format("of the tile of {} keys on the diagonal only the first key is seen", tile),
                     [=](Index, Index i, Index j) { return j <= i / tile * tile; });
  }
}

void add_windows(Masks& masks) {
  for (Index size = 1; size <= 512; size *= 2)
    for (const Index width : {size, size + 1}) {
      masks.add_causal(fmt::format("under a causal mask row i sees only the last {} keys", width),
                       [=](Index, Index i, Index j) { return j <= i && j > i - width; });
      masks.add(fmt::format("row i sees only keys nearer than {}", width),
                [=](const Problem& p, Index i, Index j) { return p.visible(i, j) && j > i - width && j < i + width; });
      masks.add(fmt::format("row i sees no key before i - {}", width - 1),
                [=](const Problem& p, Index i, Index j) { return p.visible(i, j) && j > i - width; });
      masks.add(fmt::format("only the first {} keys are seen", width),
                [=](const Problem& p, Index i, Index j) { return p.visible(i, j) && j < width; });
    }
}

void add_ends(Masks& masks) {
  masks.add("the first key is not seen", [](const Problem& p, Index i, Index j) { return p.visible(i, j) && j > 0; });
  masks.add("the last visible key is not seen",
            [](const Problem& p, Index i, Index j) { return j < p.visible_keys(i) - 1; });
  masks.add("the last key of all is not seen",
            [](const Problem& p, Index i, Index j) { return p.visible(i, j) && j < p.shape.tokens - 1; });
}

}  // namespace

std::vector<Candidate> mask_family(Reader&) {
  Masks masks;
  add_forgotten(masks);
  add_shifted(masks);
  add_ends(masks);
  const std::size_t fixed = masks.all.size();
  add_tiled(masks);
  add_windows(masks);
  masks.have_a_number(fixed);
  return std::move(masks.all);
}

}  // namespace attncheck
