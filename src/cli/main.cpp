// The command line. Exit codes: docs/formats.md.
#include <exception>
#include <iostream>

#include "author/load.h"
#include "cli/lesson.h"
#include "cli/options.h"
#include "cli/program.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/added.h"
#include "process/interruption.h"
#include "process/process.h"
#include "process/standard_files.h"
#include "subject/compile.h"

namespace attncheck {
namespace {

/// The tables of this run: what was linked in, and the files of --property and --fault.
void complete_tables(const CommandLine& line) {
  find_headers_in(linked_additions().include_dir);
  if (line.program.function != nullptr) find_headers_in(line.program.function->include_dir);
  require_distinct_names();
  for (const std::string& file : line.property_files) load_property(file);
  for (const std::string& file : line.fault_files) load_fault(file);
}

int run_verb(const CommandLine& line) {
  complete_tables(line);
  switch (line.verb) {
    case Verb::check: {
      const Interruption ends_in_good_order;
      return check_subject(line, std::cout, std::cerr);
    }
    case Verb::gate: {
      const Interruption ends_in_good_order;
      return gate_suite(line, std::cout, std::cerr);
    }
    case Verb::grade: {
      const Interruption ends_in_good_order;
      return grade_class(line, std::cout, std::cerr);
    }
    case Verb::merge: {
      const Interruption ends_in_good_order;
      return merge_shards(line, std::cout, std::cerr);
    }
    case Verb::init:
      return init_folder(line, std::cout);
    case Verb::power:
      return measure(line, std::cout, std::cerr);
    case Verb::list:
      return list_names(std::cout);
    case Verb::explain:
      return explain_name(line, std::cout);
    case Verb::replay:
      return replay_file(line, std::cout, std::cerr);
    case Verb::lesson:
      return lesson(std::cout);
    case Verb::probe:
      return probe_subject(line, std::cout, std::cerr);
    case Verb::shim:
      return print_shim(line, std::cout);
    case Verb::export_problems:
      return export_problems(line, std::cout, std::cerr);
    case Verb::judge:
      return judge_answers(line, std::cout, std::cerr);
  }
  return 4;
}

/// What could not be printed was not said: never a pass.
int printed(int code, bool printable) {
  if (std::cout.flush() && printable) return code;
  std::cerr << "attncheck: the report could not be written to standard output\n";
  return code == 0 ? 4 : code;
}

int complain(const std::string& what, int code) {
  if (!what.empty()) std::cerr << "attncheck: " << what << '\n';
  return code;
}

}  // namespace

int run_program(int argc, char** argv, const Program& program) {
  const bool printable = occupy_standard_files();
  end_orphans_too();
  try {
    const auto line = parse_command_line(argc, argv, std::cout, program);
    return printed(line ? run_verb(*line) : 0, printable);
  } catch (const WrongUse& error) { return complain(error.what(), 2); } catch (const SubjectError& error) {
    return complain(error.what(), error.kind() == SubjectError::Kind::wrong_name ? 2 : 3);
  } catch (const std::invalid_argument& error) {
    return complain(error.what(), 2);
  } catch (const std::exception& error) { return complain(std::string("checker error: ") + error.what(), 4); }
}

}  // namespace attncheck
