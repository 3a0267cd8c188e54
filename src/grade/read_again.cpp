#include "grade/read_again.h"

#include <array>
#include <string_view>

namespace attncheck {
namespace {

struct Passage {
  std::string_view faults;  // what the name of a fault begins with; the first that fits decides
  std::string_view sentence;
};

constexpr std::array passages = {
    Passage{"scale/after_softmax", "the scale: it multiplies query.key before the softmax, not what comes out of it"},
    Passage{"scale/",
            "the scale: logits are query.key / sqrt(head_dim), so that their variance does not grow with head_dim"},
    Passage{"masking/",
            "mask before softmax: what a row may not see is minus infinity among its logits, so that its weight is "
            "exactly zero and the visible weights still sum to one"},
    Passage{"causal/hidden_logit",
            "mask before softmax: a hidden logit is minus infinity, not a number that is merely small"},
    Passage{"causal/", "future invariance: row i sees the keys 0 to i and nothing after them, also at the edges"},
    Passage{"softmax/no_max_shift",
            "stable softmax: subtract the largest logit of the row before exp, or exp overflows"},
    Passage{"softmax/max",
            "stable softmax: the number that is subtracted is the largest visible logit of the same row"},
    Passage{"softmax/shifted",
            "stable softmax: the number that is subtracted is the largest visible logit of the same row"},
    Passage{"softmax/",
            "normalisation: the weights of a row are exp(logit) divided by their sum over the visible keys, and sum to "
            "one"},
    Passage{"online/",
            "softmax in one pass: when the running maximum rises, the running sum and the output so far are multiplied "
            "by exp(old maximum - new maximum)"},
    Passage{"precision/", "rounding: which number is kept with how many bits between two steps"},
    Passage{"tails/", "shapes: query and key are [tokens, head_dim], value and output [tokens, value_dim], row by row"},
    Passage{"conduct/",
            "what a function may do: write every element of its output, change nothing else, remember nothing"},
    Passage{"cheats/", "the definition: softmax(query key^T / sqrt(head_dim) + mask) value, for every input"}};

}  // namespace

std::string read_again(const std::vector<std::string>& faults) {
  if (faults.empty()) return "";
  for (const Passage& passage : passages)
    if (std::string_view(faults[0]).starts_with(passage.faults)) return std::string(passage.sentence);
  return "";
}

}  // namespace attncheck
