#include "run/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "reference/make_oracle.h"

namespace attncheck {

namespace {

std::unique_ptr<Oracle> oracle_for(const std::string& file, const Counterexample& counterexample) {
  try {
    return make_oracle(counterexample.finding.problem.dtype, {.profile = counterexample.profile});
  } catch (const std::invalid_argument& error) { throw WrongUse(fmt::format("{}: /profile: {}", file, error.what())); }
}

}  // namespace

int replay_file(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const Counterexample counterexample = load_counterexample(line.file);
  const DType dtype = counterexample.finding.problem.dtype;
  const std::unique_ptr<Oracle> oracle = oracle_for(line.file, counterexample);
  std::unique_ptr<Subject> subject;
  if (!line.subject.empty()) {
    std::ostringstream log;
    subject = open_subject(line, log);
    err << log.str();
    const auto& offered = subject->dtypes();
    if (std::ranges::find(offered, dtype) == offered.end())
      throw WrongUse(fmt::format("{} is a {} problem, but {} does not offer {}", line.file, info(dtype).name,
                                 line.subject, info(dtype).name));
  }
  const Replay trace = replay(counterexample, subject.get(), *oracle);
  out << trace.text << std::flush;
  return subject && (trace.ended || trace.bad) ? 1 : 0;
}

}  // namespace attncheck
