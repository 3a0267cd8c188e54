#pragma once
// markdown.h: foreign text inside Markdown.
// Used by all that write it: the summary of a gate, feedback, the summary of a class. Text in, text out; no errors.
#include <string>

namespace attncheck {

/// One line that reads as `text` and marks nothing up.
std::string markdown_line(const std::string& text);

/// A block of `text` as it is; nothing in it can end the block.
std::string markdown_block(const std::string& text);

}  // namespace attncheck
