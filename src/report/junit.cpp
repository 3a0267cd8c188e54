#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "report/terminal.h"

namespace attncheck {
namespace {

enum class Kind { passed, failure, error, skipped };

/// Only what holds may look green in a test report.
Kind kind_of(Outcome outcome) {
  if (outcome == Outcome::holds) return Kind::passed;
  if (against_subject(outcome)) return Kind::failure;
  if (outcome == Outcome::not_applicable || outcome == Outcome::withheld) return Kind::skipped;
  return Kind::error;
}

Kind kind_of(const PropertyResult& property, const ReportView& view) {
  return expected(view, property) ? Kind::skipped : kind_of(property.outcome);
}

struct Counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const PropertyResult& property, const ReportView& view) {
    const Kind kind = kind_of(property, view);
    ++tests;
    failures += kind == Kind::failure;
    errors += kind == Kind::error;
    skipped += kind == Kind::skipped;
    seconds += property.seconds;
  }

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    seconds += other.seconds;
  }
};

std::string message_of(const PropertyResult& property, const ReportView& view) {
  if (const auto reason = expected(view, property)) return fmt::format("{}: {}", expected_word, one_line(*reason));
  return one_line(property.findings.empty() ? property.reason : property.findings[0].message);
}

std::string body_of(const RunResult& result, const PropertyResult& property, const ReportView& view) {
  if (property.findings.empty()) return property.reason;
  std::string out = finding_report(result, property, view);
  for (const Diagnosis& diagnosis : result.diagnoses)
    if (diagnosis.dtype == property.dtype && property.outcome == Outcome::falsified)
      out += fmt::format("diagnosis of the run: {} ({})\n", diagnosis.mistake, diagnosis.on());
  return out;
}

std::string testcase(const RunResult& result, const PropertyResult& property, const ReportView& view) {
  const std::size_t slash = property.id.find('/');
  const std::string group = slash == std::string::npos ? "" : property.id.substr(0, slash);
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml_escaped(group),
                                xml_escaped(slash == std::string::npos ? property.id : property.id.substr(slash + 1)),
                                property.seconds);
  const Kind kind = kind_of(property, view);
  if (kind == Kind::passed) return out + "/>\n";
  const std::string message = xml_escaped(message_of(property, view));
  if (kind == Kind::skipped) return out + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", message);
  const char* tag = kind == Kind::failure ? "failure" : "error";
  return out + fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", tag,
                           name(property.outcome), message, xml_escaped(body_of(result, property, view)));
}

std::string attributes(const Counts& counts) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", counts.tests,
                     counts.failures, counts.errors, counts.skipped, counts.seconds);
}

std::string suite_properties(const RunResult& result) {
  if (result.wall.empty()) return "";
  return fmt::format("    <properties>\n      <property name=\"wall\" value=\"{}\"/>\n    </properties>\n",
                     xml_escaped(result.wall));
}

std::string testsuite(const JunitRun& run, DType dtype) {
  const RunResult& result = *run.result;
  const ReportView& view = run.view;
  Counts counts;
  std::string cases;
  for (const PropertyResult& property : result.properties) {
    if (property.dtype != dtype) continue;
    counts.add(property, view);
    cases += testcase(result, property, view);
  }
  if (cases.empty()) return "";
  return fmt::format("  <testsuite name=\"{}{}\" {}>\n{}{}  </testsuite>\n", xml_escaped(run.name), info(dtype).name,
                     attributes(counts), suite_properties(result), cases);
}

/// Why a run whose every case is skipped is no pass.
const char* nothing_else(const JunitRun& run) {
  const auto undecided = [&](const PropertyResult& property) {
    return property.outcome == Outcome::withheld && !expected(run.view, property);
  };
  return std::ranges::any_of(run.result->properties, undecided) ? "what was withheld is not decided"
                                                                : "no property was applicable";
}

/// A run that ended early, or that ran nothing, is an error of its own: an empty report would look green.
std::string run_error(const JunitRun& run, const Counts& counts) {
  const RunResult& result = *run.result;
  const ReportView& view = run.view;
  std::string what = view.error;
  if (what.empty() && exit_code(result, view) != 0 && counts.failures + counts.errors == 0)
    what = result.properties.empty() ? "no property was run" : nothing_else(run);
  if (what.empty()) return "";
  return fmt::format(
      "  <testsuite name=\"{}run\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0.000\">\n"
      "    <testcase classname=\"run\" name=\"run\" time=\"0.000\">\n"
      "      <error type=\"{}\" message=\"{}\">{}</error>\n    </testcase>\n  </testsuite>\n",
      xml_escaped(run.name), xml_escaped(verdict_word(result, view)), xml_escaped(one_line(what)), xml_escaped(what));
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  std::string clean = printable(text);
  for (const char* forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})  // U+FFFE and U+FFFF
    for (std::size_t at; (at = clean.find(forbidden)) != std::string::npos;) clean.replace(at, 3, "\xEF\xBF\xBD");
  for (const char c : clean) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string junit_report(const std::string& name, const std::vector<JunitRun>& runs) {
  Counts all;
  std::string suites;
  for (const JunitRun& run : runs) {
    Counts counts;
    for (const PropertyResult& property : run.result->properties) counts.add(property, run.view);
    const std::string failed_run = run_error(run, counts);
    if (!failed_run.empty()) ++counts.tests, ++counts.errors;
    suites += testsuite(run, DType::float32) + testsuite(run, DType::float64) + failed_run;
    all.add(counts);
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {}>\n{}</testsuites>\n",
                     xml_escaped("attncheck " + name), attributes(all), suites);
}

std::string junit_report(const RunResult& result, const ReportView& view) {
  return junit_report(result.subject, {{"", &result, view}});
}

}  // namespace attncheck
