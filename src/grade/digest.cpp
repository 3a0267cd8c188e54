#include "grade/digest.h"

#include <sodium.h>

#include <array>
#include <stdexcept>

#include "core/text.h"

namespace attncheck {
namespace {

using Digest = std::array<unsigned char, crypto_hash_sha256_BYTES>;
using Key = std::array<unsigned char, crypto_auth_hmacsha256_KEYBYTES>;

template <std::size_t Size>
std::string hexadecimal(const std::array<unsigned char, Size>& bytes) {
  std::string text(2 * Size + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("this machine gives no random numbers");
}

Key key_of(std::string_view secret) {
  const std::string digits = one_line(secret);
  Key key{};
  std::size_t size = 0;
  const char* end = nullptr;
  const bool read = sodium_hex2bin(key.data(), key.size(), digits.data(), digits.size(), nullptr, &size, &end) == 0;
  if (!read || size != key.size() || end != digits.data() + digits.size())
    throw std::invalid_argument("is no secret: 64 hexadecimal digits are expected, as attncheck grade --init writes");
  return key;
}

}  // namespace

std::string sha256(std::string_view text) {
  Digest digest{};
  crypto_hash_sha256(digest.data(), bytes_of(text), text.size());
  return hexadecimal(digest);
}

std::string new_secret() {
  start_sodium();
  Key key{};
  randombytes_buf(key.data(), key.size());
  return hexadecimal(key);
}

std::uint64_t hidden_seed(std::string_view secret, std::string_view assignment) {
  const Key key = key_of(secret);
  Digest digest{};
  crypto_auth_hmacsha256(digest.data(), bytes_of(assignment), assignment.size(), key.data());
  std::uint64_t seed = 0;
  for (std::size_t k = 0; k < sizeof seed; ++k) seed = seed << 8 | digest[k];
  return seed;
}

}  // namespace attncheck
