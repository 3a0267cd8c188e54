#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"

namespace attncheck {

std::string markdown_line(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '<' || c == '>' || c == '&')
      out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
    else
      out +=
          c == '|' || c == '`' || c == '*' || c == '_' || c == '\\' || c == '[' ? std::string{'\\', c} : std::string{c};
  }
  return out;
}

std::string markdown_block(const std::string& text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{0}text\n{1}{2}{0}\n\n", fence, printable(text), text.ends_with('\n') ? "" : "\n");
}

}  // namespace attncheck
