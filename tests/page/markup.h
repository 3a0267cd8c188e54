#pragma once
// markup.h: what the tests of the pages ask of a page: is it well-formed, what is in it. No errors.
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace attncheck::page {

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++count;
  return count;
}

/// Every <svg ...> ... </svg>.
inline std::vector<std::string> pictures_of(const std::string& page) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = page.find("<svg", at)) != std::string::npos;) {
    const std::size_t end = page.find("</svg>", at);
    found.push_back(page.substr(at, end == std::string::npos ? end : end + 6 - at));
    at += found.back().size();
  }
  return found;
}

/// Reads one element after the other and keeps those that are open.
class MarkupReader {
 public:
  explicit MarkupReader(std::string_view text) : text_(text) {}

  /// What is not well-formed as XML, with what stands there; empty when all is.
  std::string mistake() {
    while (at_ < text_.size() && wrong_.empty()) text_[at_] == '<' ? tag() : character();
    if (wrong_.empty() && !open_.empty()) return "never closed: " + open_.back();
    return wrong_;
  }

 private:
  void fail(const std::string& what) { wrong_ = what + ": " + std::string(text_.substr(at_, 60)); }

  void character() {
    if (text_[at_] == '&') {
      const std::size_t end = text_.find(';', at_);
      const std::string_view name = text_.substr(at_ + 1, end == std::string_view::npos ? 0 : end - at_ - 1);
      if (name != "amp" && name != "lt" && name != "gt" && name != "quot" && name != "apos") return fail("no entity");
    }
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte < 0x20 && byte != '\n' && byte != '\t') return fail("a control character");
    ++at_;
  }

  void tag() {
    const bool closes = text_.substr(at_, 2) == "</";
    std::size_t end = at_ + (closes ? 2 : 1);
    std::string name;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0)) name += text_[end++];
    if (name.empty()) return fail("a tag without a name");
    if (closes) {
      if (text_[end] != '>' || open_.empty() || open_.back() != name) return fail("closes what is not open");
      open_.pop_back();
      at_ = end + 1;
      return;
    }
    attributes(name, end);
  }

  void attributes(const std::string& name, std::size_t end) {
    while (end < text_.size() && text_[end] == ' ') {
      const std::size_t equals = text_.find("=\"", end);
      const std::size_t closing = equals == std::string_view::npos ? equals : text_.find('"', equals + 2);
      if (closing == std::string_view::npos) return fail("an attribute without quotes");
      if (contains(text_.substr(end, closing - end), "<")) return fail("< in an attribute");
      end = closing + 1;
    }
    const bool empty = text_.substr(end, 2) == "/>";
    if (!empty && text_.substr(end, 1) != ">") return fail("a tag that does not end");
    if (!empty) open_.push_back(name);
    at_ = end + (empty ? 2 : 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  std::string wrong_;
};

/// The body of a page without its data, which is JSON: what is not well-formed in it.
inline std::string mistake_in_body(std::string page) {
  const std::size_t data = page.find("<script type=\"application/json\"");
  if (data != std::string::npos) page.erase(data, page.find("</script>", data) + 9 - data);
  const std::size_t first = page.find("<body>");
  const std::size_t last = page.find("</body>");
  if (first == std::string::npos || last == std::string::npos) return "no body";
  return MarkupReader(std::string_view(page).substr(first, last + 7 - first)).mistake();
}

/// Text that would like to be more than text.
inline const std::string hostile =
    "<script>alert(1)</script> \"quoted\" 'too' ]]> <!-- &amp; --> </script></style></title> \x1b[31m \x01 \xff\xfe "
    "javascript:alert(1) "
    "\xe2\x80\xae";

}  // namespace attncheck::page
