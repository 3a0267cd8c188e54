#include "page/fault_card.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/added.h"
#include "core/text.h"
#include "fault/table.h"
#include "page/html.h"

namespace attncheck {
namespace {

std::string place_of(const Fault& fault) {
  for (const Added<Fault>& one : added_faults())
    if (one.thing == &fault) return one.file;
  return fmt::format("faults/{}.cpp in the source tree", fault.id());
}

}  // namespace

std::string fault_card(const std::string& id) {
  const std::vector<const Fault*> all = all_faults();
  const auto found = std::ranges::find_if(all, [&](const Fault* fault) { return fault->id() == id; });
  const std::string title = text_element("h3", fmt::format("fault {}", id));
  if (found == all.end()) return title;
  const Fault& fault = **found;
  const Card card = fault.card();
  return title + fact_list({{"story", fault.story},
                            {"how", one_line(comment_of(fault))},
                            {"seen in", fmt::format("{}", fmt::join(card.seen, "\n"))},
                            {"exposed by", card.exposed_by},
                            {"noticed by", fmt::format("{}", fmt::join(card.noticed_by, "\n"))},
                            {"text", place_of(fault)},
                            {"see it", fmt::format("attncheck check fault:{}", fault.id())}});
}

}  // namespace attncheck
