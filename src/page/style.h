#pragma once
// style.h: the style sheet of every page: light and dark as the reader's system is, printable, readable at any width.
// Used by html.cpp. Names of classes that svg.h and the pages use are explained there. No errors.
#include <string>

namespace attncheck {

std::string page_style();

}  // namespace attncheck
