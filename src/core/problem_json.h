#pragma once
// problem_json.h: problems and counterexamples as files. Format: docs/formats.md, "attncheck counterexample",
// version 1. Used by the command line (save, replay) and by the JSON report. Numbers are written with enough digits to
// come back bit for bit; NaN and infinities as the strings "nan", "inf", "-inf". Errors: std::invalid_argument with one
// line: file, what was wrong, what was expected.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "attncheck/verdict.h"

namespace attncheck {

nlohmann::ordered_json to_json(const Tensor& tensor);
nlohmann::ordered_json to_json(const Problem& problem);
/// The keys of a counterexample file that come from the finding: message, problem, output, cell, ...
nlohmann::ordered_json to_json(const Finding& finding);

/// A number, or the string that stands for it when JSON has none.
nlohmann::ordered_json number_json(double value);

/// Indented text in which every array of plain values is one line; bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& json);

struct Counterexample {
  std::string property;  // id, may be empty in a file written by hand
  std::string subject;
  std::string profile = "any";  // the profile that judged
  std::uint64_t seed = 0;
  Finding finding;
};

void save_counterexample(const std::string& path, const Counterexample& counterexample);
Counterexample load_counterexample(const std::string& path);

/// The same from what is written in a file; `path` names it in messages.
Counterexample read_counterexample(std::string_view written, const std::string& path);

}  // namespace attncheck
