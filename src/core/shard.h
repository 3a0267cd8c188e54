#pragma once
// shard.h: one of several parts of a run that other machines do the rest of.
// Used by all that can be split, and by what puts the parts together. Errors: parse_shard gives nothing for a text that
// is none.
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace attncheck {

struct Shard {
  std::size_t number = 1;  // from 1
  std::size_t count = 1;

  bool operator==(const Shard&) const = default;
  /// The k-th thing to do, from 0, belongs to exactly one of `count`.
  bool has(std::size_t k) const { return k % count == number - 1; }
  bool is_whole() const { return count == 1; }

  /// How many of `all` things are its own; which is the t-th of them, from 0; and the turn t of the k-th, which it has.
  std::size_t share(std::size_t all) const { return (all + count - number) / count; }
  std::size_t thing(std::size_t t) const { return t * count + number - 1; }
  std::size_t turn(std::size_t k) const { return k / count; }
};

inline std::string to_string(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.count); }

/// "2/3"
inline std::optional<Shard> parse_shard(std::string_view text) {
  constexpr std::size_t most = 10000;
  Shard shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto whole = [](std::string_view digits, std::size_t& number) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} && end == digits.data() + digits.size();
  };
  if (!whole(text.substr(0, slash), shard.number) || !whole(text.substr(slash + 1), shard.count)) return std::nullopt;
  if (shard.number < 1 || shard.number > shard.count || shard.count > most) return std::nullopt;
  return shard;
}

}  // namespace attncheck
