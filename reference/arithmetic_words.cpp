#include "reference/arithmetic_words.h"

#include <fmt/format.h>

namespace attncheck {
namespace {

/// "bfloat16 (8 bits)"
std::string type_of(Storage storage) {
  return fmt::format("{} ({} bits)", info(storage).name, info(storage).precision);
}

std::string form_words(Form form) {
  switch (form) {
    case Form::normalise_last:
      return "weighted values are summed first and divided by the sum of exponentials at the end; the shift is the "
             "largest logit seen so far";
    case Form::normalise_first:
      return "exponentials are divided by their sum before they meet the values; the shift is the largest logit";
    case Form::any_order:
      return "weights are normalised before or after the sum of the values";
    case Form::stored_lse:
      return "weights are exp(logit - L), where L = maximum + log(sum of exponentials) is rounded and stored; nothing "
             "is "
             "divided at the end";
    case Form::split_merge:
      return "parts of the keys are normalised by themselves and merged by their stored L = maximum + log(sum of "
             "exponentials)";
    case Form::running_mean:
      return "a normalised output is kept and moved towards each new value";
  }
  return "";
}

std::string rescales_words(const Arithmetic& a) {
  const std::string tiles = a.tile > 0 ? fmt::format(", at most once every {} keys", a.tile) : "";
  switch (a.rescales) {
    case Rescales::none:
      return "the maximum is known before the first exponential: nothing is rescaled";
    case Rescales::sequential:
      return "one pass along the keys: what was summed is rescaled when the maximum rises" + tiles;
    case Rescales::merged:
      return "lanes or parts of the keys have maxima of their own, and what they summed is rescaled when a maximum "
             "rises and when they are merged" +
             tiles;
  }
  return "";
}

void add_logits(std::vector<std::string>& words, const Arithmetic& a) {
  if (a.inputs != Storage::own)
    words.push_back("query, key and value hold numbers of " + type_of(a.inputs) + "; other problems are not judged");
  if (a.transformed)
    words.emplace_back(
        "query and key are rotated alike, or one vector is subtracted from all keys, before the dot product");
  if (a.prescaled)
    words.push_back(a.fused_exp2 ? "the scale and log2(e) may be multiplied into query or key before the dot product"
                                 : "the scale may be multiplied into query or key before the dot product");
  if (a.logits != Storage::own)
    words.push_back("logits are rounded to " + type_of(a.logits) + " before the maximum is taken");
  if (a.constant > 0)
    words.push_back(fmt::format("a constant of size up to {} may be added to all logits of a row", a.constant));
}

void add_exponentials(std::vector<std::string>& words, const Arithmetic& a) {
  words.push_back(a.fused_exp2 ? "exponentials are exp2(logit log2(e) - shift log2(e)), the shift rounded by itself"
                               : "exponentials are exp(logit - shift)");
  const std::string slope =
      a.exp_slope > 0 ? fmt::format(" + {} x u, x the distance of the logit from the shift", a.exp_slope) : "";
  words.push_back(fmt::format("exp is within {} u{}", a.exp_error, slope));
  if (a.slack > 0) words.push_back(fmt::format("the shift is within {} of the largest logit", a.slack));
  words.push_back(rescales_words(a));
}

void add_sums(std::vector<std::string>& words, const Arithmetic& a) {
  words.push_back(form_words(a.form));
  if (a.weights != Storage::own)
    words.push_back(
        fmt::format("weights are rounded to {} before they meet the values; the sum of exponentials adds {}",
                    type_of(a.weights), a.sums_stored_weights ? "the rounded ones" : "them unrounded"));
  words.emplace_back(a.truncates ? "sums, in any order, drop what does not fit instead of rounding it (2 u an addition)"
                                 : "sums, in any order, round to nearest (u an addition)");
  if (a.flushes) words.emplace_back("subnormal numbers become zero");
  if (a.output != Storage::own) words.push_back("the output is rounded to " + type_of(a.output));
  if (a.certificates)
    words.emplace_back("where this very data makes a sum, a difference or a quotient exact, it is exact");
}

}  // namespace

std::vector<std::string> in_words(const Arithmetic& arithmetic) {
  std::vector<std::string> words;
  add_logits(words, arithmetic);
  add_exponentials(words, arithmetic);
  add_sums(words, arithmetic);
  return words;
}

}  // namespace attncheck
