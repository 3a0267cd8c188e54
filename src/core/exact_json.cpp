#include "core/exact_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/problem_json.h"

namespace attncheck {
namespace {

using Json = nlohmann::json;

bool is_text(const Json& string) {
  try {
    return !string.dump().empty();
  } catch (const Json::type_error&) { return false; }
}

double number_of(const std::string& word) {
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::invalid_argument("\"" + word + "\" stands for no number");
}

/// Only behind `key`, as an object of its own.
bool is_only(const Json& value, const char* key, Json::value_t type) {
  return value.is_object() && value.size() == 1 && value.contains(key) && value.at(key).type() == type;
}

Json with_each(const Json& value, Json (*change)(const Json&)) {
  Json out = value;
  for (Json& element : out) element = change(element);
  return out;
}

}  // namespace

Json to_exact(const Json& value) {
  if (value.is_structured()) return with_each(value, to_exact);
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    return {{"number", Json(number_json(value.get<double>()))}};
  if (!value.is_string() || is_text(value)) return value;
  Json bytes = Json::array();
  for (const char byte : value.get_ref<const std::string&>()) bytes.push_back(static_cast<unsigned char>(byte));
  return {{"bytes", bytes}};
}

Json from_exact(const Json& written) {
  if (is_only(written, "number", Json::value_t::string)) return number_of(written.at("number"));
  if (is_only(written, "bytes", Json::value_t::array)) {
    std::string text;
    for (const Json& byte : written.at("bytes")) text += static_cast<char>(byte.get<unsigned char>());
    return text;
  }
  return written.is_structured() ? with_each(written, from_exact) : written;
}

}  // namespace attncheck
