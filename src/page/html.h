#pragma once
// html.h: the frame of a page and the few elements it is made of: one file, no script, nothing from elsewhere.
// Used by check_page and class_page. Whatever is called text is escaped here; whatever is called html is kept as it is.
// No errors.
#include <string>
#include <string_view>
#include <vector>

namespace attncheck {

/// <name attributes>html</name>. `attributes` is empty or starts with a space.
std::string element(std::string_view name, std::string_view html, std::string_view attributes = {});

/// The same around text.
std::string text_element(std::string_view name, std::string_view text, std::string_view attributes = {});

/// One <tr> of complete cells.
std::string table_row(const std::vector<std::string>& cells);

/// A table in a box of its own, which scrolls where the table is too wide. `head` and `rows` are made of table_row().
std::string table_box(std::string_view caption, const std::string& head, const std::string& rows,
                      std::string_view kind = "facts");

/// What is copied or printed: monospaced, lines kept, in a box that scrolls.
std::string text_block(std::string_view text);

/// A list of labels and texts; a pair whose text is empty is left out.
std::string fact_list(const std::vector<std::pair<std::string, std::string>>& texts);

/// Something that opens and closes. `id` may be empty.
std::string foldable(const std::string& summary_html, const std::string& html, bool open, const std::string& id = {});

/// <section> with a heading that a link can lead to.
std::string section(const std::string& id, std::string_view heading, const std::string& html);

/// The whole file.
std::string html_page(std::string_view title, const std::string& html);

/// Data for programs, in an element that no browser runs.
std::string embedded_json(const std::string& json, std::string_view id);

}  // namespace attncheck
