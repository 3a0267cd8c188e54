#include "grade/own_tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "attention/matrix.h"
#include "attention/online.h"
#include "attention/row.h"
#include "core/text.h"
#include "fault/table.h"
#include "grade/compiler_words.h"
#include "grade/digest.h"
#include "language/tester.h"
#include "process/interruption.h"

namespace attncheck {
namespace {

constexpr const char* accepts_id = "tests/accepts correct forms";

/// What is offered to the tests: right, or with a fault.
struct Offer {
  std::string what;
  std::string fault;  // its id; empty: a correct form
  Attention attention;
};

template <class T>
using Form = void (*)(const T*, const T*, const T*, T*, std::size_t, std::size_t, std::size_t, bool);

template <class T>
Attention computed_by(Form<T> form) {
  return [form](const Problem& problem) {
    const auto copy = [](const Tensor& tensor) {
      return std::vector<T>(tensor.elements().begin(), tensor.elements().end());
    };
    const std::vector<T> query = copy(problem.query), key = copy(problem.key), value = copy(problem.value);
    const auto size = [](Index count) { return static_cast<std::size_t>(count); };
    const Shape& shape = problem.shape;
    std::vector<T> output(size(shape.tokens * shape.value_dim));
    form(query.data(), key.data(), value.data(), output.data(), size(shape.tokens), size(shape.head_dim),
         size(shape.value_dim), problem.causal);
    Tensor result(shape.tokens, shape.value_dim);
    std::ranges::copy(output, result.elements().begin());
    return result;
  };
}

/// Not all have the same last bits, so that tests which demand equal bits reject something correct.
std::vector<Offer> correct_forms() {
  return {{"row by row", "", computed_by<float>(attention_by_rows)},
          {"as matrices", "", computed_by<float>(attention_by_matrix)},
          {"in one pass over the keys", "", computed_by<float>(attention_online)},
          {"in float64, rounded once", "", computed_by<double>(attention_by_rows)}};
}

const Fault& fault_called(const std::string& id) {
  for (const Fault* fault : all_faults())
    if (fault->id() == id) return *fault;
  throw std::logic_error("no fault is called " + id);
}

/// In an order that is the same for all, and that nobody without the rubric and its secret can tell.
std::vector<Offer> mixed_offers(const Rubric& rubric) {
  std::vector<Offer> offers = correct_forms();
  for (const std::string& id : rubric.tests->faults)
    offers.push_back(
        {id, id, [steps = fault_called(id).steps()](const Problem& problem) { return run_steps(steps, problem); }});
  std::ranges::sort(offers, {}, [&](const Offer& offer) { return sha256(rubric.digest + offer.what); });
  return offers;
}

class OwnTestsGrader {
 public:
  OwnTestsGrader(const Rubric& rubric, const Submission& submission) : rubric_(rubric), submission_(submission) {
    out_.group = {own_tests_name, rubric.tests->points, 0, rubric.tests->points, {}};
  }

  OwnTests operator()() {
    try {
      judge();
    } catch (const SubjectError& error) { not_started(error); }
    write_properties();
    return std::move(out_);
  }

 private:
  void judge() {
    if (submission_.tests.empty()) {
      refused_ = fmt::format("no file {} was handed in", fmt::join(rubric_.tests->files, " or "));
      return;
    }
    WallChoice wall;
    wall.wanted = wall.beside = true;
    wall.visible = rubric_.visible;
    const Tester tester(submission_.tests, rubric_.limits, wall);
    for (const Offer& offer : mixed_offers(rubric_)) {
      if (interrupted_by() != nullptr) throw std::runtime_error(fmt::format("{} ended the run", interrupted_by()));
      const TestsReport report = tester.ask(offer.attention);
      out_.short_of_means = out_.short_of_means || report.short_of_means;
      if (!offer.fault.empty()) {
        of_fault_[offer.fault] = report;
      } else if (report.says != TestsSay::accepted) {  // all is lost, whatever they say of the others
        refused_ = fmt::format("{} a correct attention (computed {}): {}",
                               report.says == TestsSay::rejected ? "they reject" : "they end in an error on",
                               offer.what, report.message);
        return;
      }
    }
  }

  /// With what the compiler says, but for folders that differ from run to run.
  void not_started(const SubjectError& error) {
    const std::string what = error.what();
    const std::size_t end = what.find('\n');
    const std::string line = one_line(what.substr(0, end));
    refused_ = line.substr(0, line.find(" ("));  // the rest is a command
    if (error.kind() == SubjectError::Kind::machine) out_.not_graded = refused_;
    if (end != std::string::npos) messages_ = compiler_words(what.substr(end + 1));
    out_.short_of_means = line.find("does not compile with") != std::string::npos;  // in time, with its memory
  }

  void write_properties() {
    const bool refused = !refused_.empty(), no_score = !out_.not_graded.empty();
    GradedProperty all;
    all.id = accepts_id;
    all.claim = "an attention that is correct is accepted, however it is computed";
    all.standing = no_score ? Standing::not_graded : refused ? Standing::lost : Standing::earned;
    all.why = refused_;
    all.evidence = messages_;
    all.command = std::string("attncheck shim attncheck_tests") + (submission_.tests.ends_with(".py") ? ".py" : ".hpp");
    out_.group.properties.push_back(std::move(all));
    double rejected = 0;
    for (const std::string& id : rubric_.tests->faults) {
      out_.group.properties.push_back(of_fault(id));
      rejected += out_.group.properties.back().standing == Standing::earned ? 1 : 0;
    }
    const double share = rejected / static_cast<double>(rubric_.tests->faults.size());
    out_.group.earned = std::round(rubric_.tests->points * share * 100) / 100;
  }

  GradedProperty of_fault(const std::string& id) const {
    GradedProperty out;
    out.id = "tests/rejects " + id;
    out.claim = fault_called(id).story;
    out.command = "attncheck explain fault:" + id;
    if (!refused_.empty()) {
      out.standing = out_.not_graded.empty() ? Standing::not_earned : Standing::not_graded;
      out.why = "withheld: tests that do not accept what is correct tell nothing of what is wrong";
      return out;
    }
    const TestsReport& report = of_fault_.at(id);
    if (report.says == TestsSay::rejected) return out;
    out.standing = Standing::lost;
    out.why = report.says == TestsSay::accepted
                  ? "they accept it"
                  : fmt::format("they end in an error on it, which rejects nothing: {}", report.message);
    return out;
  }

  const Rubric& rubric_;
  const Submission& submission_;
  OwnTests out_;
  std::string refused_;  // why they are worth nothing; empty when they accept what is correct
  std::string messages_;
  std::map<std::string, TestsReport> of_fault_;
};

}  // namespace

std::vector<std::string> faults_for_tests() {
  std::vector<std::string> ids;
  for (const Fault* fault : all_faults()) {
    const Card card = fault->card();
    if (card.effect == Effect::wrong_output && !card.after && card.shows_on().dtype == DType::float32)
      ids.push_back(fault->id());
  }
  return ids;
}

OwnTests grade_own_tests(const Rubric& rubric, const Submission& submission) {
  return OwnTestsGrader(rubric, submission)();
}

}  // namespace attncheck
