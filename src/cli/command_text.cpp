// The commands that reports show, and the subject that a command line names.
#include <fmt/format.h>

#include "cli/options.h"
#include "core/text.h"
#include "run/command.h"
#include "subject/linked.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

std::string subject_words(const CommandLine& line) { return shell_word(line.subject) + opening_options(line.opening); }

}  // namespace

std::unique_ptr<Subject> open_subject(const CommandLine& line, std::ostream& log) {
  if (line.program.function == nullptr) return open_subject(line.subject, log, line.opening);
  if (!line.no_fork) return open_linked(*line.program.function, line.opening.limits);
  log << "note: --no-fork: " << line.subject
      << " is called in this process: a crash or a hang ends it, and reads outside the buffers are not seen\n";
  return open_linked_here(*line.program.function);
}

std::string author_options(const CommandLine& line) {
  std::string out;
  for (const std::string& file : line.property_files) out += " --property " + shell_word(file);
  for (const std::string& file : line.fault_files) out += " --fault " + shell_word(file);
  return out;
}

std::string check_command(const CommandLine& line) {
  std::string start = line.program.name;
  if (line.program.function == nullptr) start += " check " + subject_words(line);
  return check_command(start, line.run) + author_options(line) + (line.no_fork ? " --no-fork" : "");
}

std::string replay_command(const CommandLine& line, const std::string& file) {
  std::string out = line.program.name + " replay " + shell_word(file);
  if (line.program.function == nullptr) out += " " + subject_words(line);
  for (const std::string& fault : line.fault_files) out += " --fault " + shell_word(fault);
  return out;
}

}  // namespace attncheck
