#include "core/text.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace attncheck {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

/// $'...' of bash, dash and POSIX 2024: the only form that keeps a line break on one line.
std::string dollar_quoted(const std::string& text) {
  std::string out = "$'";
  for (const char c : text) {
    if (c == '\n' || c == '\t' || c == '\r')
      out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    else
      out += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string{c};
  }
  return out + "'";
}

/// JSON's writer replaces what is not UTF-8, so a round trip through it is a filter.
std::string valid_utf8(std::string_view text) {
  const nlohmann::json quoted = std::string(text);
  return nlohmann::json::parse(quoted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

std::string number(DType dtype, double value) {
  if (std::isnan(value)) return "nan";
  const bool narrow = dtype == DType::float32 && round_to(dtype, value) == value;
  return narrow ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

std::string real_number(DType dtype, double value) {
  if (std::isnan(value)) return "nan";
  return dtype == DType::float32 ? fmt::format("{:.9g}", value) : fmt::format("{}", value);
}

std::string rough(double value) {
  if (value == 0) return "0";  // a radius of -0 is no news
  return std::isnan(value) ? "nan" : fmt::format("{:.3g}", value);
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : valid_utf8(text)) {
    if (is_control(c))
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string shell_word(const std::string& text) {
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@%+,-";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  if (text.find_first_of("\n\t\r") != std::string::npos) return dollar_quoted(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace attncheck
