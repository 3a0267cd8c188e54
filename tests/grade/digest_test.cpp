// Digests against the published values, and what is no secret.
#include "grade/digest.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace attncheck {
namespace {

/// Hexadecimal digits of a key that is shorter than a secret: HMAC pads it with zeros, so it stays the same key.
std::string padded(std::string digits) {
  digits.resize(64, '0');
  return digits;
}

std::string refusal_of(const std::string& secret) {
  try {
    hidden_seed(secret, "attention");
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "no error";
}

/// Source: FIPS 180-4, its examples.
TEST(Digest, is_the_published_one) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Digest, counts_a_zero_byte_like_any_other) { EXPECT_NE(sha256(std::string("a\0b", 3)), sha256("a")); }

/// Source: RFC 4231, test cases 1 to 3: the first eight bytes of each, most significant first.
TEST(HiddenSeed, begins_as_the_published_message_authentication_codes_do) {
  EXPECT_EQ(hidden_seed(padded("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"), "Hi There"), 0xb0344c61d8db3853U);
  EXPECT_EQ(hidden_seed(padded("4a656665"), "what do ya want for nothing?"), 0x5bdcc146bf60754eU);
  EXPECT_EQ(hidden_seed(padded("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), std::string(50, '\xdd')),
            0x773ea91e36800e46U);
}

/// Python: hmac.new(bytes.fromhex("77" * 32), b"attention", "sha256")
TEST(HiddenSeed, is_that_of_the_whole_secret) {
  EXPECT_EQ(hidden_seed(std::string(64, '7'), "attention"), 0x55cb52955ec1f4f4U);
}

TEST(HiddenSeed, is_another_for_another_secret_and_another_assignment) {
  const std::string secret(64, '7');
  EXPECT_NE(hidden_seed(secret, "attention"), hidden_seed(secret, "attention 2"));
  EXPECT_NE(hidden_seed(secret, "attention"), hidden_seed(std::string(63, '7') + "8", "attention"));
}

TEST(HiddenSeed, does_not_depend_on_how_the_secret_is_written) {
  const std::uint64_t seed = hidden_seed(std::string(64, 'a'), "attention");
  EXPECT_EQ(hidden_seed(std::string(64, 'A'), "attention"), seed);
  for (const char* end : {"\n", " \n\n"})
    EXPECT_EQ(hidden_seed(std::string(64, 'a') + end, "attention"), seed) << "a line break ends a file of text";
}

TEST(HiddenSeed, is_refused_for_what_is_no_secret) {
  const std::string expected = "is no secret: 64 hexadecimal digits are expected, as attncheck grade --init writes";
  for (const std::string& wrong :
       {std::string(), std::string("\n"), std::string("7"), std::string(62, '7'), std::string(63, '7'),
        std::string(65, '7'), std::string(66, '7'), std::string(128, '7'), std::string(63, '7') + "g",
        std::string(64, 'x'), std::string(32, '7') + "\n" + std::string(32, '7'),
        std::string("0x") + std::string(62, '7')})
    EXPECT_EQ(refusal_of(wrong), expected) << '"' << wrong << '"';
}

TEST(NewSecret, is_a_secret_and_another_each_time) {
  const std::string one = new_secret(), other = new_secret();
  EXPECT_EQ(one.size(), 64U);
  EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos) << one;
  EXPECT_NE(one, other);
  EXPECT_NE(hidden_seed(one, "attention"), hidden_seed(other, "attention"));
  EXPECT_EQ(refusal_of(other + "\n"), "no error");
}

}  // namespace
}  // namespace attncheck
