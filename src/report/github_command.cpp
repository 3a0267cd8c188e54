#include "report/github_command.h"

#include <fmt/format.h>

#include "core/text.h"

namespace attncheck {
namespace {

/// The text of a command is one line; in a property : and , end something too.
std::string escaped(const std::string& text, bool in_property) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '%' || c == '\n' || c == '\r' || (in_property && (c == ':' || c == ',')))
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string github_command(const std::string& kind, const std::string& title, const std::string& text) {
  return fmt::format("::{} title={}::{}\n", kind, escaped("attncheck " + title, true), escaped(text, false));
}

}  // namespace attncheck
