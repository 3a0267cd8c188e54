#pragma once
// exact_json.h: values as JSON from which they come back bit for bit: also NaN, infinities, and bytes that are no text.
// Used by who keeps a part of a run in a file. Values in and out; errors: std::invalid_argument for a word that stands
// for no number, nlohmann::json::exception for bytes that are none.
#include <nlohmann/json_fwd.hpp>

namespace attncheck {

/// What JSON has no word for becomes {"number": "nan" | "inf" | "-inf"} or {"bytes": [195, 40]}. The value itself must
/// have no object whose only key is one of these, with a string or an array behind it.
nlohmann::json to_exact(const nlohmann::json& value);

/// What to_exact was given, from what it gave.
nlohmann::json from_exact(const nlohmann::json& written);

}  // namespace attncheck
