// attncheck_tests.hpp: lets the tests of a C++ file ask an attention they cannot see, right or wrong (C++17).
// Use: tests.cpp includes it and defines the function `accepts` declared below; the header brings main(). attncheck
// compiles and starts it. The protocol is in docs/formats.md.
#pragma once
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

using Rows = std::vector<std::vector<float>>;  // [tokens][dim]

struct Attention {
  /// query and key are [tokens][head_dim], value and what is returned [tokens][value_dim].
  Rows operator()(const Rows& query, const Rows& key, const Rows& value, bool causal) const;
};

/// False, or an assert that fails, rejects the attention; true accepts it. An exception is an error of the tests.
bool accepts(const Attention& attention);

namespace attncheck_tests {
enum Verdict : std::uint32_t { rejected, accepted, in_error };
inline FILE* const source = fdopen(3, "rb");
inline FILE* const sink = fdopen(4, "wb");

inline void receive(void* bytes, std::size_t size) {
  if (std::fread(bytes, 1, size, source) != size) std::_Exit(0);  // attncheck has heard enough
}

inline void send(const std::vector<std::uint32_t>& head, const std::string& body) {
  std::fwrite(head.data(), sizeof head[0], head.size(), sink);
  std::fwrite(body.data(), 1, body.size(), sink);
  std::fflush(sink);
}

[[noreturn]] inline void say(Verdict verdict, const std::string& why) {
  const std::string body = why.substr(0, 4000);
  send({static_cast<std::uint32_t>(8 + body.size()), 4, verdict}, body);
  for (char more;;) receive(&more, 1);  // to its end
}

/// Adds the bytes of all rows to `body`, and returns their length.
inline std::uint32_t append(std::string& body, const Rows& rows) {
  for (const std::vector<float>& row : rows) {
    if (row.size() != rows[0].size()) throw std::invalid_argument("attention was asked with rows of different lengths");
    body.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  }
  return rows.empty() ? 0 : static_cast<std::uint32_t>(rows[0].size());
}
}  // namespace attncheck_tests

inline Rows Attention::operator()(const Rows& query, const Rows& key, const Rows& value, bool causal) const {
  using namespace attncheck_tests;
  std::string body;
  const std::uint32_t dims[] = {append(body, query), append(body, key), append(body, value)};
  if (dims[0] == 0 || dims[0] != dims[1] || dims[2] == 0 || query.size() != key.size() || key.size() != value.size())
    throw std::invalid_argument("attention needs query and key [tokens][head_dim] and value [tokens][value_dim]");
  const auto length = static_cast<std::uint32_t>(44 + body.size()), tokens = static_cast<std::uint32_t>(query.size());
  send({length, 2, 1, 0, 48, 0, causal, tokens, dims[0], dims[2], 0, 0}, body);
  std::uint32_t head[10];
  receive(head, sizeof head);
  Rows output(head[6], std::vector<float>(head[7]));
  for (std::vector<float>& row : output) receive(row.data(), row.size() * sizeof(float));
  return output;
}

int main() {
  using namespace attncheck_tests;
  if (!source || !sink) return std::fputs("attncheck_tests: attncheck starts this program\n", stderr), 1;
  std::set_terminate([] { say(in_error, "std::terminate was called"); });
  try {
    say(accepts(Attention()) ? accepted : rejected, "accepts returned false");
  } catch (const std::exception& error) { say(in_error, error.what()); }
}
