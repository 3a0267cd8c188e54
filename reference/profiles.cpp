#include "reference/profiles.h"

#include <fmt/format.h>

#include <stdexcept>

#include "reference/make_oracle.h"

namespace attncheck {
namespace {

struct Named {
  const char* name;
  const char* meaning;
};

Named describe(Form form) {
  switch (form) {
    case Form::stored_lse:
      return {"stored log-sum-exp", "weights are exp(logit - L) with L = log sum exp rounded and stored"};
    case Form::split_merge:
      return {"split merge", "parts of the keys are attended to apart and merged by their log-sum-exp"};
    case Form::running_mean:
      return {"running mean", "a normalised output is kept and moved towards each new value"};
    case Form::normalise_last:
      return {"normalise last", "exponentials are summed and the sum of values divided at the end"};
    case Form::any_order:
      break;
  }
  return {"shifted softmax", "exponentials of shifted logits, normalised before or after the sum of values"};
}

Named describe_style(bool fused_exp2, bool prescaled) {
  if (!fused_exp2) return {"exp", "natural exp, the scale applied before or after the dot product"};
  if (!prescaled) return {"exp2", "base-2 exp with log2(e) in the scale, the shift rounded by itself"};
  return {"prescaled exp2", "base-2 exp with scale and log2(e) multiplied into query or key"};
}

/// Operands changed together so that logits stay, up to a constant of the row: the loosest style of each exponential.
Arithmetic transformed(Arithmetic member) {
  member.transformed = true;
  member.name = "transformed operands, " + member.name;
  member.meaning += "; query and key rotated alike, or one vector subtracted from all keys";
  return member;
}

Arithmetic any_member(Form form, bool fused_exp2, bool prescaled, bool flushes) {
  Arithmetic member;
  member.form = form;
  member.fused_exp2 = fused_exp2;
  member.prescaled = prescaled;
  member.flushes = flushes;
  member.slack = form == Form::any_order ? 8 : 0;
  const Named what = describe(form);
  const Named style = describe_style(fused_exp2, prescaled);
  member.name = fmt::format("{}, {}{}", what.name, style.name, flushes ? ", flush to zero" : "");
  member.meaning =
      fmt::format("{}; {}{}", what.meaning, style.meaning, flushes ? "; subnormal numbers become zero" : "");
  return member;
}

ArithmeticProfile any_profile() {
  ArithmeticProfile profile;
  profile.words.name = "any";
  profile.words.meaning = "any honest arithmetic of the dtype; one of them must explain everything the subject did";
  profile.quick_accept = true;
  for (const bool flushes : {false, true}) {
    for (const Form form : {Form::any_order, Form::stored_lse, Form::split_merge, Form::running_mean})
      for (const bool fused : {false, true})
        for (const bool prescaled : {false, true}) {
          if (prescaled && !fused) continue;
          // with natural exp, scaling before the dot product is part of the same member
          profile.members.push_back(any_member(form, fused, prescaled || !fused, flushes));
        }
    for (const bool fused : {false, true})
      profile.members.push_back(transformed(any_member(Form::any_order, fused, true, flushes)));
  }
  const auto half = static_cast<int>(profile.members.size() / 2);
  for (int m = 0; m < 2 * half; ++m) profile.base.push_back(m < half ? std::nullopt : std::optional(m - half));
  return profile;
}

ArithmeticProfile declared_profile(const char* name, const char* meaning, Rescales rescales) {
  Arithmetic member;
  member.name = name;
  member.meaning = meaning;
  member.form = Form::normalise_last;
  member.certificates = true;
  member.exp_error = 2;
  member.constant = 0;
  member.rescales = rescales;
  ArithmeticProfile profile;
  profile.words.name = name;
  profile.words.meaning = meaning;
  profile.members.push_back(member);
  profile.base.push_back(std::nullopt);
  return profile;
}

}  // namespace

std::vector<ArithmeticProfile> arithmetic_profiles() {
  std::vector<ArithmeticProfile> all{
      any_profile(),
      declared_profile("naive", "all logits, their maximum, exp within 1 ulp, sums, one division, in this order",
                       Rescales::none),
      declared_profile("online", "one pass along the keys with a running maximum, exp within 1 ulp, divided at the end",
                       Rescales::sequential)};
  for (ArithmeticProfile& profile : all)
    for (const Arithmetic& member : profile.members) profile.words.members.push_back({member.name, member.meaning});
  return all;
}

ArithmeticProfile arithmetic_profile(const std::string& name) {
  std::string known;
  for (ArithmeticProfile& profile : arithmetic_profiles()) {
    if (profile.words.name == name) return profile;
    known += (known.empty() ? "" : ", ") + profile.words.name;
  }
  throw std::invalid_argument(fmt::format("unknown profile \"{}\"; known are {}", name, known));
}

std::vector<Profile> profiles(DType) {
  std::vector<Profile> words;
  for (const ArithmeticProfile& profile : arithmetic_profiles()) words.push_back(profile.words);
  return words;
}

}  // namespace attncheck
