#pragma once
// digest.h: what stands for a text: its SHA-256, and with a secret its HMAC-SHA256.
// Used to tell a changed submission from an unchanged one, and to draw hidden problems. Errors: std::invalid_argument
// for a secret that is none. Source: FIPS 180-4, RFC 2104.
#include <cstdint>
#include <string>
#include <string_view>

namespace attncheck {

/// 64 hexadecimal digits.
std::string sha256(std::string_view text);

/// The file of a secret: 64 hexadecimal digits, new each time.
std::string new_secret();

/// The same secret and assignment give the same seed on every machine; without the secret nobody can tell it.
/// Throws when `secret` is not of the form of new_secret().
std::uint64_t hidden_seed(std::string_view secret, std::string_view assignment);

}  // namespace attncheck
