#pragma once
// json_place.h: a value in a JSON file together with where it stands, so that every complaint names the place.
// Used by the loader of counterexamples. Errors: std::invalid_argument, "FILE: /pointer/to/it is ..., but ... was
// expected".
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/text.h"

namespace attncheck {

class JsonPlace {
 public:
  JsonPlace(std::string file, std::string pointer, const nlohmann::json& json)
      : file_(std::move(file)), pointer_(std::move(pointer)), json_(&json) {}

  const nlohmann::json& json() const { return *json_; }
  const std::string& file() const { return file_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument(
        fmt::format("{}: {} {}", file_, pointer_.empty() ? "the file" : one_line(pointer_), what));
  }

  /// "is 3", for use in fail(): long values are cut.
  std::string is() const {
    std::string text = json_->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > 40) text = text.substr(0, 37) + "...";
    return "is " + text;
  }

  void must_be_object() const {
    if (!json_->is_object()) fail(is() + ", but an object was expected");
  }

  /// The file has no key but these: a misspelt key must not be ignored.
  void knows_only(std::initializer_list<const char*> keys) const {
    std::string known;
    for (const char* key : keys) known += (known.empty() ? "" : ", ") + std::string(key);
    for (const auto& [key, value] : json_->items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        JsonPlace(file_, pointer_ + "/" + key, value).fail("is not a key of this format, which has " + known);
  }

  JsonPlace at(const std::string& key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) fail(fmt::format("has no \"{}\"", key));
    return {file_, pointer_ + "/" + key, *found};
  }

  std::optional<JsonPlace> find(const std::string& key) const {
    if (!json_->contains(key)) return std::nullopt;
    return at(key);
  }

  JsonPlace at(std::size_t index) const { return {file_, fmt::format("{}/{}", pointer_, index), json_->at(index)}; }

  std::string text() const {
    if (!json_->is_string()) fail(is() + ", but a string was expected");
    return json_->get<std::string>();
  }

  bool boolean() const {
    if (!json_->is_boolean()) fail(is() + ", but true or false was expected");
    return json_->get<bool>();
  }

  /// A whole number that is not negative.
  std::uint64_t count() const {
    if (!json_->is_number_unsigned()) fail(is() + ", but a whole number from 0 to 18446744073709551615 was expected");
    return json_->get<std::uint64_t>();
  }

  /// A number, or "nan", "inf", "-inf".
  double real() const {
    if (json_->is_number()) return json_->get<double>();
    if (*json_ == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (*json_ == "inf") return std::numeric_limits<double>::infinity();
    if (*json_ == "-inf") return -std::numeric_limits<double>::infinity();
    fail(is() + R"(, but a number, "nan", "inf" or "-inf" was expected)");
  }

 private:
  std::string file_;
  std::string pointer_;
  const nlohmann::json* json_;
};

}  // namespace attncheck
