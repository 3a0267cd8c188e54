#include "attncheck/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "author/load.h"
#include "property/table.h"
#include "report/terminal.h"
#include "run/runner.h"
#include "subject/compile.h"
#include "subject/linked.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

std::string text_of(const RunResult& result, const PropertyResult& property) {
  if (property.outcome == Outcome::holds || property.outcome == Outcome::not_applicable) return property.reason;
  return fmt::format("{}: {}{}{}\n{}", property.id, name(property.outcome), property.reason.empty() ? "" : ": ",
                     property.reason, property.findings.empty() ? "" : finding_report(result, property, ReportView{}));
}

}  // namespace

/// The subject is opened once; when that fails, every judge() says why, and it is not tried again.
class Suite::State {
 public:
  using Open = std::function<std::unique_ptr<Subject>(std::ostream&)>;

  State(Open open, SuiteOptions suite_options) : options(std::move(suite_options)), open_(std::move(open)) {}

  Subject& subject() {
    if (!error_ && !subject_) start();
    if (error_) throw SubjectError(*error_);
    return *subject_;
  }

  SuiteOptions options;

 private:
  void start() {
    require_distinct_names();
    find_headers_in(options.include_dir);
    std::ostringstream log;
    try {
      subject_ = open_(log);
    } catch (const SubjectError& failed) { error_ = failed; }
  }

  Open open_;
  std::unique_ptr<Subject> subject_;
  std::optional<SubjectError> error_;
};

Suite::Suite(std::string subject, SuiteOptions options) {
  const Limits limits = options.limits;
  const auto open = [spec = std::move(subject), limits](std::ostream& log) {
    return open_subject(spec, log, {.limits = limits});
  };
  state_ = std::make_unique<State>(open, std::move(options));
}

Suite::Suite(const LinkedFunction& function, SuiteOptions options) {
  const Limits limits = options.limits;
  const auto open = [function, limits](std::ostream&) { return open_linked(function, limits); };
  state_ = std::make_unique<State>(open, std::move(options));
}

Suite::~Suite() = default;

std::vector<const Property*> Suite::properties() { return all_properties(); }

std::vector<DType> Suite::dtypes() const {
  if (state_->options.dtype) return {*state_->options.dtype};
  return {DType::float32, DType::float64};
}

Ending Suite::judge(const Property& property, DType dtype, const BodyGuard& guard) {
  Subject& subject = state_->subject();
  Ending ending;
  ending.offered = std::ranges::find(subject.dtypes(), dtype) != subject.dtypes().end();
  if (!ending.offered) {
    ending.text = fmt::format("{} does not offer {}", subject.name(), info(dtype).name);
    return ending;
  }
  RunOptions options;
  options.effort = state_->options.effort;
  options.seed = state_->options.seed.value_or(default_seed);
  options.declared = state_->options.declared;
  options.dtype = dtype;
  options.body_guard = guard;
  RunResult result = run(subject, {&property}, options);
  result.subject = subject.name();
  // One property; beside it, perhaps, that its problems together leave no arithmetic.
  ending.outcome = Outcome::gave_up;
  ending.text = property.id() + ": nothing was run";
  for (const PropertyResult& one : result.properties) {
    const bool first = &one == &result.properties.front();
    if (first || against_subject(one.outcome)) ending.outcome = one.outcome;
    ending.text = (first ? "" : ending.text) + text_of(result, one);
    ending.problems += one.problems;
    ending.worst_ratio = std::max(ending.worst_ratio, one.worst_ratio);
  }
  return ending;
}

}  // namespace attncheck
