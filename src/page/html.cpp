#include "page/html.h"

#include <fmt/format.h>

#include "core/text.h"
#include "page/style.h"
#include "report/junit.h"

namespace attncheck {

std::string element(std::string_view name, std::string_view html, std::string_view attributes) {
  return fmt::format("<{0}{1}>{2}</{0}>", name, attributes, html);
}

std::string text_element(std::string_view name, std::string_view text, std::string_view attributes) {
  return element(name, xml_escaped(text), attributes);
}

std::string table_row(const std::vector<std::string>& cells) {
  std::string row;
  for (const std::string& cell : cells) row += cell;
  return element("tr", row) + "\n";
}

std::string table_box(std::string_view caption, const std::string& head, const std::string& rows,
                      std::string_view kind) {
  // Above the box, because a caption in it would be cut where the table is. Who has no mouse reaches the hidden part of
  // a table by its place in the order of the keyboard.
  return fmt::format(
      "<p class=\"note caption\">{0}</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">"
      "<table class=\"{1}\">\n{2}<tbody>\n{3}</tbody></table></div>\n",
      xml_escaped(one_line(caption)), kind, head.empty() ? "" : fmt::format("<thead>\n{}</thead>\n", head), rows);
}

std::string text_block(std::string_view text) { return text_element("pre", text, " tabindex=\"0\"") + "\n"; }

std::string fact_list(const std::vector<std::pair<std::string, std::string>>& texts) {
  std::string out;
  for (const auto& [label, text] : texts)
    if (!text.empty()) out += text_element("dt", label) + text_element("dd", text) + "\n";
  return out.empty() ? out : fmt::format("<dl>\n{}</dl>\n", out);
}

std::string foldable(const std::string& summary_html, const std::string& html, bool open, const std::string& id) {
  return fmt::format("<details{}{}><summary>{}</summary>\n{}</details>\n",
                     id.empty() ? "" : fmt::format(" id=\"{}\"", xml_escaped(id)), open ? " open=\"\"" : "",
                     summary_html, html);
}

std::string section(const std::string& id, std::string_view heading, const std::string& html) {
  return fmt::format("<section id=\"{0}\">\n<h2>{1}</h2>\n{2}</section>\n", xml_escaped(id), xml_escaped(heading),
                     html);
}

std::string html_page(std::string_view title, const std::string& html) {
  // What a subject printed stands on the page: nothing of it may run or load, even if an escape were forgotten.
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"generator\" content=\"attncheck\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n"
      "<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      xml_escaped(one_line(title)), page_style(), html);
}

std::string embedded_json(const std::string& json, std::string_view id) {
  std::string safe;
  for (const char c : json) {  // in JSON it stands in strings only, where its escape is the same text
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return fmt::format("<script type=\"application/json\" id=\"{}\">\n{}\n</script>\n", id, safe);
}

}  // namespace attncheck
