#pragma once
// fault_card.h: what is known of a mistake, as `attncheck explain fault:NAME` says it.
// Used by check_page and class_page. HTML out; no errors: of an unknown fault there is the name alone.
#include <string>

namespace attncheck {

/// `id`: "scale/missing".
std::string fault_card(const std::string& id);

}  // namespace attncheck
