#include "probe/probe.h"

#include <fmt/format.h>

#include <sstream>

#include "cli/progress.h"
#include "cli/verbs.h"
#include "process/limits.h"

namespace attncheck {
namespace {

/// How it was opened, as keys of attncheck.toml.
std::string opening_keys(const Opening& opening) {
  std::string out;
  if (!opening.entry.float32.empty()) out += fmt::format("entry = \"{}\"\n", opening.entry.float32);
  if (!opening.entry.float64.empty()) out += fmt::format("entry_f64 = \"{}\"\n", opening.entry.float64);
  if (opening.wall.wanted) out += "wall = true\n";
  std::string visible;
  for (const std::string& path : opening.wall.visible)
    visible += fmt::format("{}\"{}\"", visible.empty() ? "" : ", ", path);
  if (!visible.empty()) out += fmt::format("visible = [{}]\n", visible);
  return out + limit_keys(opening.limits);
}

}  // namespace

int probe_subject(const CommandLine& line, std::ostream& out, std::ostream& err) {
  Progress progress(err);
  progress.show("asking " + line.subject);
  std::ostringstream log;  // when it cannot start, the error says all of this
  const std::unique_ptr<Subject> subject = open_subject(line, log);
  const Probed probed = probe(*subject, line.run.dtype);
  progress.clear();
  err << log.str();
  if (!probed.refusal.empty()) {
    err << fmt::format("attncheck: {} answers no size that was tried; {}\n", line.subject, probed.refusal);
    return 4;
  }
  out << proposed_file(line.subject, opening_keys(line.opening), probed);
  return 0;
}

}  // namespace attncheck
