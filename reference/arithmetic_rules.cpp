#include "reference/arithmetic_rules.h"

#include <fmt/format.h>

namespace attncheck {
namespace {

using Found = std::optional<Contradiction>;

/// Exactness holds for exponentials of exact differences, the largest of them exp(0) = 1, rounded to nearest.
Found of_certificates(const Arithmetic& a) {
  if (!a.certificates) return std::nullopt;
  const auto with = [](const char* what) {
    return Contradiction{"certificates", fmt::format("certificates = true with {}, expected one of the two", what)};
  };
  if (a.form != Form::normalise_last && a.form != Form::normalise_first)
    return Contradiction{"certificates",
                         "certificates = true, expected form = \"normalise_last\" or \"normalise_first\" with it"};
  if (a.fused_exp2) return with("fused_exp2 = true");
  if (a.transformed) return with("transformed = true");
  if (a.flushes) return with("subnormal numbers that become zero");
  if (a.truncates) return with("truncates = true");
  if (a.constant > 0) return with("a constant above 0");
  if (a.slack > 0) return with("a slack above 0");
  return std::nullopt;
}

/// The range of every row is checked with exponentials of at most e^8.
Found of_the_shift(const Arithmetic& a) {
  constexpr double most_slack = 8;
  constexpr double most_constant = 1024;
  if (a.slack > 0 && a.form != Form::any_order)
    return Contradiction{"slack", fmt::format("slack is {}, expected 0 unless form = \"any_order\"", a.slack)};
  if (a.slack > most_slack)
    return Contradiction{"slack", fmt::format("slack is {}, expected at most {}", a.slack, most_slack)};
  if (a.constant > most_constant)
    return Contradiction{"constant", fmt::format("constant is {}, expected at most {}", a.constant, most_constant)};
  if (a.tile > 0 && a.rescales == Rescales::none)
    return Contradiction{"tile", fmt::format("tile is {}, expected none where rescales = \"none\"", a.tile)};
  return std::nullopt;
}

/// An exp without a correct bit: nothing could be bounded.
Found of_exp(const Arithmetic& a, const std::optional<DType>& dtype) {
  const double most = 0.5 / info(dtype.value_or(DType::float32)).unit_roundoff;
  if (a.exp_error > most)
    return Contradiction{"exp_error", fmt::format("exp_error is {}, expected at most {}", a.exp_error, most)};
  if (a.exp_slope > most)
    return Contradiction{"exp_slope", fmt::format("exp_slope is {}, expected at most {}", a.exp_slope, most)};
  return std::nullopt;
}

Found of_storage(const Arithmetic& a, const std::optional<DType>& dtype) {
  const std::pair<const char*, Storage> kept[] = {
      {"inputs", a.inputs}, {"logits", a.logits}, {"weights", a.weights}, {"output", a.output}};
  for (const auto& [key, storage] : kept)
    if (storage == Storage::float32 && dtype != DType::float64)
      return Contradiction{key, fmt::format("{} = \"float32\" is no storage narrower than the dtype, expected dtype = "
                                            "\"float64\" with it",
                                            key)};
  if (a.sums_stored_weights && a.weights == Storage::own)
    return Contradiction{"sums_stored_weights",
                         "sums_stored_weights = true, expected weights = a narrower type with it"};
  return std::nullopt;
}

}  // namespace

std::optional<Contradiction> contradiction_of(const Arithmetic& arithmetic, const std::optional<DType>& dtype) {
  for (const Found& found : {of_certificates(arithmetic), of_the_shift(arithmetic), of_exp(arithmetic, dtype),
                             of_storage(arithmetic, dtype)})
    if (found) return found;
  return std::nullopt;
}

}  // namespace attncheck
