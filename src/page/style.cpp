#include "page/style.h"

#include <fmt/format.h>

#include "page/svg.h"

namespace attncheck {
namespace {

// Only screens are dark: paper is not.
constexpr const char* colours = R"(:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f7f9; --ink: #1a2027; --soft: #56616d; --line: #cfd6de; --link: #0a58b0;
  --good: #13692f; --bad: #a8201a; --bad-back: #fbe3e1; --open: #7a5200;
  --weights: #0b4f9e; --errors: #a8201a; --tight: #0b6b86; --wide: #b4510a;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #12161b; --panel: #1b2129; --ink: #e4e9ee; --soft: #a3afbb; --line: #38424d; --link: #79b4ff;
    --good: #62cf85; --bad: #ff8e85; --bad-back: #4a1f1c; --open: #e5b454;
    --weights: #86bbff; --errors: #ff8e85; --tight: #56c5e3; --wide: #ffab5c;
  }
}
)";

constexpr const char* text = R"(* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .5rem; }
h1, h2, h3, td, th, dd, pre, code, summary, li { unicode-bidi: isolate; }
a { color: var(--link); }
p, ul { margin: .5rem 0; max-width: 60rem; }
code, pre, table.numbers td, table.numbers th { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
code { font-size: .9em; }
pre { font-size: .8125rem; line-height: 1.45; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; padding: .6rem .75rem; overflow-x: auto; overflow-wrap: normal; margin: .5rem 0; }
dl { display: grid; grid-template-columns: minmax(6.5rem, max-content) minmax(0, 1fr); gap: .15rem 1rem;
  margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; white-space: pre-wrap; }
.verdict { font-size: 1.15rem; border-left: .4rem solid var(--open); background: var(--panel);
  padding: .6rem .9rem; border-radius: 0 6px 6px 0; max-width: none; }
.verdict.good { border-color: var(--good); } .verdict.against { border-color: var(--bad); }
.good strong, .word.good { color: var(--good); } .against strong, .word.against { color: var(--bad); }
.open strong, .word.open { color: var(--open); }
.word { font-weight: 600; white-space: nowrap; }
.note { color: var(--soft); font-size: .9rem; }
nav { margin: .75rem 0; } nav a { margin-right: 1rem; white-space: nowrap; }
details { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; }
details > summary { cursor: pointer; }
details[open] > summary { margin-bottom: .5rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
)";

constexpr const char* tables = R"(.scroll { overflow-x: auto; margin: 0 0 .75rem; max-width: 100%; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
p.caption { margin: .75rem 0 .25rem; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
td, th { overflow-wrap: normal; }
td.number, th.number, table.numbers td, table.numbers th { text-align: right; white-space: nowrap; }
td.long { min-width: 14rem; overflow-wrap: anywhere; }
tbody th { font-weight: 600; }
table.numbers { font-size: .8125rem; border: 1px solid var(--line); }
table.numbers th[colspan] { text-align: left; }
table.numbers .first { border-left: 2px solid var(--line); }
table.numbers td.bad { background: var(--bad-back); color: var(--bad); font-weight: 700;
  outline: 2px solid var(--bad); outline-offset: -2px; }
td.bad small { font-weight: 400; }
table.grid td { text-align: center; padding: .1rem .35rem; }
table.grid tbody th, table.class tbody th { white-space: nowrap; font-weight: 400; position: sticky; left: 0;
  background: var(--paper); }
table.grid thead th.name { writing-mode: vertical-rl; transform: rotate(180deg); padding: .4rem .2rem;
  white-space: nowrap; }
td.lost { color: var(--bad); font-weight: 700; background: var(--bad-back); }
td.open { color: var(--open); }
.right { color: var(--good); }
)";

constexpr const char* pictures =
    R"(.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22.5rem), 1fr));
  gap: 1rem 1.5rem; }
.pictures > * { min-width: 0; }
figure { margin: .5rem 0; min-width: 0; max-width: 100%; }
figcaption { font-size: .875rem; max-width: 26rem; margin-bottom: .25rem; }
svg { display: block; max-width: 100%; height: auto; font: 11px system-ui, sans-serif; }
svg text { fill: var(--ink); }
svg .axis { stroke: var(--soft); fill: none; } svg .grid { stroke: var(--line); fill: none; }
svg .limit { stroke: var(--bad); stroke-dasharray: 5 4; fill: none; }
svg text.limit { fill: var(--bad); stroke: none; }
svg .tight { fill: var(--tight); stroke: var(--tight); } svg .wide { fill: var(--wide); stroke: var(--wide); }
svg .line { fill: none; stroke-width: 1.5; } svg .dot { fill-opacity: .55; stroke: none; }
svg .frame { fill: none; stroke: var(--line); } svg .absent { fill: var(--line); fill-opacity: .35; }
svg .none { fill: var(--open); } svg .mark { fill: none; stroke: var(--ink); stroke-width: 2; }
svg .weights { fill: var(--weights); } svg .errors { fill: var(--errors); }
)";

constexpr const char* paper = R"(@media (max-width: 40rem) {
  main { padding: .75rem; } dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .4rem; }
}
@media print {
  body { font-size: 10pt; } main { max-width: none; padding: 0; } nav { display: none; }
  details::details-content { content-visibility: visible; display: block; }
  figure, tr { break-inside: avoid; } .scroll, pre { overflow: visible; } pre { white-space: pre-wrap; }
  svg, .verdict, td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)";

/// The lighter levels let the paper through, so that they fit any of its colours.
std::string levels() {
  std::string out;
  for (int level = 0; level < heatmap_levels; ++level)
    out += fmt::format("svg .h{:x} {{ fill-opacity: {:.2f}; }}\n", level,
                       0.04 + 0.96 * level / static_cast<double>(heatmap_levels - 1));
  return out;
}

}  // namespace

std::string page_style() { return fmt::format("{}{}{}{}{}{}", colours, text, tables, pictures, levels(), paper); }

}  // namespace attncheck
