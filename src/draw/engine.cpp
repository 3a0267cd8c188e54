#include "draw/engine.h"

#include <assert.h>  // Variant.hpp of RapidCheck uses it unasked
#include <fmt/format.h>
#include <rapidcheck/detail/Configuration.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "draw/problem_gen.h"
#include "draw/schedule.h"

namespace attncheck {
namespace {

using rc::detail::CaseDescription;
using rc::detail::CaseResult;
using rc::detail::TaggedResult;
using rc::gen::detail::Recipe;

/// Leaves RapidCheck's loop at once: the brake was pulled, or there is nothing to draw.
struct Stop {
  EngineResult::Kind kind;
  std::string why;
};

class EngineDrawer : public Drawer {
 public:
  EngineDrawer(DType dtype, const DrawLimits& limits) : dtype_(dtype), limits_(limits) {}

  Problem problem(const ProblemSpec& spec) override {
    const std::string conflict = conflict_of(spec, limits_);
    if (!conflict.empty()) throw NotApplicable{conflict};
    drew_problem_ = true;
    return *problem_gen(spec, dtype_, limits_).as("problem");
  }

  Index index(Index count, std::string_view label) override {
    // A count taken from a problem falls while that problem shrinks; the index drawn before it stays in range.
    return std::min(*index_gen(count).as(std::string(label)), count - 1);
  }

  /// The size of a case is its ordinal.
  Index in_turn(Index count) override {
    const rc::Gen<Index> turn = [count](const rc::Random&, int size) { return rc::shrinkable::just(size % count); };
    return *turn;
  }

  std::uint64_t seed(std::string_view label) override { return *seed_gen().as(std::string(label)); }

  void asks(const Shape& shape) override { price_ += std::max(price_of_a_call, shrink_price(shape)); }

  /// What trying this case costs of the shrink budget.
  double price() const { return std::max(1.0, price_); }
  bool drew_problem() const { return drew_problem_; }

 private:
  static constexpr double price_of_a_call = 0x1p-6;  // however small its problem is

  DType dtype_;
  DrawLimits limits_;
  double price_ = 0;
  bool drew_problem_ = false;
};

/// What one run_engine call knows. Lives as long as the call; every case refers to it.
class EngineRun {
 public:
  EngineRun(const EngineParams& params, const std::function<void(Drawer&)>& body,
            const std::function<CaseFailed(Outcome, const std::string&)>& describe)
      : params_(params), body_(body), describe_(describe) {}

  TaggedResult run_case() {
    if (braked() && !failure_) throw Stop{EngineResult::Kind::gave_up, "stopped before it was judged"};
    const auto case_body = [this] { return judge(); };
    const TaggedResult result = rc::detail::PropertyAdapter<decltype(case_body)>(case_body)();
    if (stop_) throw Stop(*stop_);
    return result;
  }

  bool shrinking_over() const {
    const bool is_as_small_as_it_gets = failure_ && failure_->provable && !failure_drew_problem_;
    return shrink_price_ >= params_.shrink_budget || braked() || is_as_small_as_it_gets;
  }
  const std::optional<CaseFailed>& failure() const { return failure_; }

  Index problems = 0;
  Index discarded = 0;
  Index shrinks_tried = 0;
  std::map<std::vector<std::string>, int> distribution;

 private:
  bool braked() const { return params_.brake && params_.brake(); }

  CaseResult judge() {
    EngineDrawer drawer(params_.dtype, params_.limits);
    const bool shrinking = failure_.has_value();
    const CaseResult result = judge_with(drawer);
    if (shrinking) shrink_price_ += drawer.price();
    if (!shrinking && failure_) failure_drew_problem_ = drawer.drew_problem();
    return result;
  }

  CaseResult judge_with(EngineDrawer& drawer) {
    try {
      body_(drawer);
    } catch (const CaseFailed& failed) { return record(failed); } catch (const CaseResult& result) {
      if (result.type != CaseResult::Type::Failure) throw;
      return record(describe_(Outcome::falsified, result.description));
    } catch (const NotApplicable& nothing) {
      stop_ = Stop{EngineResult::Kind::gave_up, nothing.reason};
    } catch (const rc::GenerationFailure&) { throw; } catch (const std::exception& error) {
      return record(describe_(Outcome::checker_error, std::string("an exception left the body: ") + error.what()));
    } catch (...) {
      return record(describe_(Outcome::checker_error, "an object that is no std::exception was thrown"));
    }
    return CaseResult(CaseResult::Type::Success);
  }

  /// A shrink that ends differently from the case it came from shows something else, so it is not accepted.
  CaseResult record(CaseFailed failed) {
    if (failure_ && (failure_->outcome != failed.outcome || is_closer_than(failed, *failure_)))
      return CaseResult(CaseResult::Type::Success);
    failure_ = std::move(failed);
    return CaseResult(CaseResult::Type::Failure, failure_->message);
  }

  const EngineParams& params_;
  const std::function<void(Drawer&)>& body_;
  const std::function<CaseFailed(Outcome, const std::string&)>& describe_;
  std::optional<CaseFailed> failure_;
  std::optional<Stop> stop_;
  double shrink_price_ = 0;            // of the shrinks tried so far
  bool failure_drew_problem_ = false;  // else smaller draws are other problems, not smaller ones
};

/// One case as a Shrinkable. It runs once however often it is asked: RapidCheck's own would call the subject again for
/// the shrinks and for the final report. Its shrinks end when the run says so.
class Case {
 public:
  Case(EngineRun* run, Recipe recipe) : run_(run), recipe_(std::move(recipe)) {}

  CaseDescription value() const {
    if (!result_) std::tie(result_, recipe_) = execute();
    return {result_->result, result_->tags, [] { return rc::detail::Example(); }};
  }

  rc::Seq<rc::Shrinkable<CaseDescription>> shrinks() const {
    value();
    auto smaller = rc::seq::map(rc::gen::detail::shrinkRecipe(recipe_), [run = run_](Recipe&& recipe) {
      return rc::makeShrinkable<Case>(run, std::move(recipe));
    });
    return rc::seq::takeWhile(std::move(smaller),
                              [run = run_](const rc::Shrinkable<CaseDescription>&) { return !run->shrinking_over(); });
  }

 private:
  std::pair<std::optional<TaggedResult>, Recipe> execute() const {
    const auto once = [run = run_] { return run->run_case(); };
    auto [result, recipe] = rc::gen::detail::execWithRecipe(once, recipe_);
    return {std::move(result), std::move(recipe)};
  }

  EngineRun* run_;
  mutable Recipe recipe_;
  mutable std::optional<TaggedResult> result_;
};

class Listener : public rc::detail::TestListener {
 public:
  explicit Listener(EngineRun& run) : run_(run) {}

  void onTestCaseFinished(const CaseDescription& description) override {
    if (description.result.type == CaseResult::Type::Discard) {
      ++run_.discarded;
      return;
    }
    ++run_.problems;
    if (!description.tags.empty()) ++run_.distribution[plain(description.tags)];
  }
  void onShrinkTried(const CaseDescription&, bool) override { ++run_.shrinks_tried; }
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}

 private:
  /// RapidCheck shows a tag that is text as a quoted literal.
  static std::vector<std::string> plain(std::vector<std::string> tags) {
    for (std::string& tag : tags)
      if (tag.size() > 1 && tag.front() == '"' && tag.back() == '"') tag = tag.substr(1, tag.size() - 2);
    return tags;
  }

  EngineRun& run_;
};

constexpr std::array known_keys = {"seed", "max_success", "max_discard_ratio", "noshrink", "reproduce"};

/// RapidCheck takes any text and ignores what it does not know; a mistyped key must not look obeyed.
void require_known_keys(const std::string& text) {
  char quote = 0;
  std::string word;
  const auto end_word = [&] {
    const std::string key = word.substr(0, word.find('='));
    if (!key.empty() && std::find(known_keys.begin(), known_keys.end(), key) == known_keys.end())
      throw rc::detail::ConfigurationException(
          fmt::format("'{}' is not used here; known are {}", key, fmt::join(known_keys, ", ")));
    word.clear();
  };
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ' ') {
      end_word();
      continue;
    }
    word += c;
  }
  end_word();
}

rc::detail::Configuration configuration_of(const EngineParams& params) {
  rc::detail::Configuration configuration;
  configuration.testParams.seed = params.seed;
  configuration.testParams.maxSuccess = params.problems;
  configuration.testParams.disableShrinking = params.shrink_budget < 1;
  if (const char* text = std::getenv("RC_PARAMS")) {
    require_known_keys(text);
    configuration = rc::detail::configFromString(text, configuration);
  }
  if (configuration.testParams.maxSuccess < 1)
    throw rc::detail::ConfigurationException("at least one problem must be drawn");
  configuration.testParams.maxSize = configuration.testParams.maxSuccess - 1;  // makes the size of case k exactly k
  return configuration;
}

std::string reproduce_text(const std::string& id, const rc::detail::FailureResult& result) {
  rc::detail::Configuration configuration;
  configuration.reproduce[id] = result.reproduce;
  const std::string text = rc::detail::configToMinimalString(configuration);
  const std::size_t start = text.find("reproduce=");
  return text.substr(start, text.find(' ', start) - start);
}

EngineResult to_result(const rc::detail::TestResult& result, const EngineRun& run, const EngineParams& params,
                       bool reproducing) {
  EngineResult out;
  using Kind = EngineResult::Kind;
  if (const auto& failure = run.failure()) {
    out.kind = Kind::failure;
    out.failure = failure;
    if (result.is<rc::detail::FailureResult>())
      out.reproduce = reproduce_text(params.id, result.get<rc::detail::FailureResult>());
  } else if (reproducing && result.is<rc::detail::Error>()) {
    out.kind = Kind::gave_up;
    out.description = "the case that RC_PARAMS reproduces holds now; run without RC_PARAMS to check the property";
  } else if (result.is<rc::detail::GaveUpResult>()) {
    out.kind = Kind::gave_up;
    out.description = fmt::format("{} of {} cases were discarded: {}", run.discarded, run.discarded + run.problems,
                                  result.get<rc::detail::GaveUpResult>().description);
  } else if (!result.is<rc::detail::SuccessResult>()) {
    out.kind = Kind::error;
    out.description = "RapidCheck ended in an error of its own";
  }
  return out;
}

EngineResult check_with_rapidcheck(EngineRun& run, const EngineParams& params) {
  const rc::detail::Configuration configuration = configuration_of(params);
  const bool reproducing = !configuration.reproduce.empty();
  if (reproducing && !configuration.reproduce.contains(params.id)) {
    EngineResult other;
    other.kind = EngineResult::Kind::gave_up;
    other.description = "RC_PARAMS reproduces another property, so this one was not run";
    return other;
  }
  const rc::detail::Property property = [&run](const rc::Random& random, int size) {
    Recipe recipe;
    recipe.random = random;
    recipe.size = size;
    return rc::makeShrinkable<Case>(&run, std::move(recipe));
  };
  Listener listener(run);
  const auto result = rc::detail::checkProperty(property, {params.id, params.id}, configuration.testParams, listener,
                                                configuration.reproduce);
  return to_result(result, run, params, reproducing);
}

}  // namespace

EngineResult run_engine(const EngineParams& params, const std::function<void(Drawer&)>& body,
                        const std::function<CaseFailed(Outcome, const std::string&)>& describe) {
  EngineRun run(params, body, describe);
  EngineResult result;
  try {
    result = check_with_rapidcheck(run, params);
  } catch (const Stop& stop) {
    result.kind = stop.kind;
    result.description = stop.why;
  } catch (const rc::detail::ConfigurationException& error) {
    result.kind = EngineResult::Kind::error;
    result.description = fmt::format("RC_PARAMS: {}", error.what());
  }
  result.problems = std::max(run.problems, Index{run.failure() ? 1 : 0});  // a reproduced case is not announced
  result.shrinks_tried = run.shrinks_tried;
  result.distribution = run.distribution;
  return result;
}

}  // namespace attncheck
