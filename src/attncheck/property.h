#pragma once
// property.h: how a property is written: draw a problem, run the subject, compare.
// Used by every file in properties/ and by authors of properties elsewhere.
//
//   ATTNCHECK_PROPERTY(causality, future_is_invisible, "row i depends on no key or value after i") {
//     Problem problem = check.draw_problem(ProblemSpec{}.causal());
//     const Index row = check.draw_index(problem.shape.tokens, "row");
//     ...
//   }
//
// The file is properties/<group>/<name>.cpp. No comparison takes a literal tolerance: a radius comes from the oracle.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "attncheck/oracle.h"
#include "attncheck/problem.h"
#include "attncheck/subject.h"

namespace attncheck {

/// What a drawn problem must be like. Shrinking keeps all of it.
struct ProblemSpec {
  enum class Values { any, identity, constant };  // identity: value_dim = tokens and value is the identity matrix
  enum class Logits { any, moderate };            // moderate: |logit| <= 4, so that every weight can be read back

  std::optional<bool> causal_only;
  Values values = Values::any;
  Logits logits = Logits::any;
  Index min_tokens = 1;
  Index max_tokens = 4096;
  Index wished_tokens = 0;  // what is drawn, where a claim is about a size; shrinking goes down to min_tokens
  Index min_head_dim = 1;
  Index max_head_dim = 256;
  Index wished_head_dim = 0;      // what is drawn, as far as the subject takes it
  std::string_view logit_family;  // a name in draw/values.cpp; empty: all families in turn
  std::string_view value_family;  // the same
  bool probes = false;            // also the designed inputs of docs/error-bounds.md, which make small faults visible

  ProblemSpec& causal() {
    causal_only = true;
    return *this;
  }
  ProblemSpec& not_causal() {
    causal_only = false;
    return *this;
  }
  ProblemSpec& identity_values() {
    values = Values::identity;
    return *this;
  }
  ProblemSpec& constant_values() {
    values = Values::constant;
    return *this;
  }
  ProblemSpec& moderate_logits() {
    logits = Logits::moderate;
    return *this;
  }
  ProblemSpec& tokens_between(Index least, Index most) {
    min_tokens = least;
    max_tokens = most;
    return *this;
  }
  /// Draws exactly `tokens`, as far as the subject takes them, and lets shrinking find fewer.
  ProblemSpec& tokens_from(Index tokens) {
    wished_tokens = tokens;
    return *this;
  }
  ProblemSpec& head_dim_from(Index head_dim) {
    wished_head_dim = head_dim;
    return *this;
  }
  ProblemSpec& head_dim_between(Index least, Index most) {
    min_head_dim = least;
    max_head_dim = most;
    return *this;
  }
  /// Logits of this family only, for a claim about what it promises. Shrinking may leave the family.
  ProblemSpec& logits_from(std::string_view family) {
    logit_family = family;
    return *this;
  }
  ProblemSpec& values_from(std::string_view family) {
    value_family = family;
    return *this;
  }
  ProblemSpec& with_probes() {
    probes = true;
    return *this;
  }
};

/// The limit of a subject that declared none.
inline constexpr double any_logit = 1e300;

/// More than any run draws.
inline constexpr Index endless_turns = Index{1} << 30;

/// The author's whole vocabulary. Every draw is labelled and shrinks; every comparison that fails ends the case.
class Check {
 public:
  virtual ~Check() = default;

  // Drawing ---------------------------------------------------------------------------------------------------------
  virtual Problem draw_problem(const ProblemSpec& spec) = 0;
  /// 0 .. count - 1, shrinking towards 0.
  virtual Index draw_index(Index count, std::string_view label) = 0;
  virtual std::uint64_t draw_seed(std::string_view label) = 0;
  /// 0 .. count - 1 in turn from case to case, so that `count` cases see each once; with endless_turns the number of
  /// the case. Does not shrink.
  virtual Index draw_in_turn(Index count) = 0;
  /// A value of a RapidCheck generator; needs attncheck/rapidcheck.h where it is called.
  template <class Gen>
  typename Gen::ValueType draw(const Gen& gen) {
    return *gen;
  }

  virtual DType dtype() const = 0;
  /// Does the subject offer this one too?
  virtual bool offers(DType dtype) const = 0;
  /// What the subject declared it takes at most; draws keep to it by themselves.
  virtual Index most_tokens() const = 0;
  /// Did it declare to take problems of such a shape? Drawn ones it takes; others end the case when they are run.
  virtual bool takes(const Shape& shape, bool causal) const = 0;
  /// The shape next to `wish` that it takes, `wish` itself where it does; nothing when there is none.
  virtual std::optional<Shape> nearest_taken(const Shape& wish) const = 0;
  /// What the subject declared as the largest |logit| it takes, or any_logit. Problems that a body makes itself keep to
  /// it too.
  virtual double most_logit() const = 0;

  /// A problem that a body makes itself, rounded to the numbers the subject takes, when its profile keeps inputs in
  /// fewer bits than the dtype. Drawn problems hold such numbers already.
  Problem round_inputs(Problem problem) const {
    const std::optional<NarrowType>& inputs = profile().inputs;
    if (!inputs) return problem;
    for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
      for (double& element : tensor->elements()) element = round_to(*inputs, element);
    return problem;
  }
  /// The largest |value| the profile allows; draws keep to it by themselves.
  double most_value() const { return profile().max_value; }
  /// Bits of the numbers a problem may hold.
  int input_precision() const { return profile().inputs ? profile().inputs->precision : info(dtype()).precision; }

  // Running ---------------------------------------------------------------------------------------------------------
  /// The subject's output [tokens, value_dim]. Ends the case when the subject crashes, ends, hangs or runs out of
  /// memory, writes outside its output or changes an input.
  virtual Tensor run(const Problem& problem, Prefill prefill = Prefill::poison) = 0;
  /// The same, and before it the problem and variants of it are asked from `threads` threads at once, many times. Ends
  /// the case when a thread got another answer than it gets alone. Only for subjects that are concurrent().
  virtual Tensor run_from_threads(const Problem& problem, int threads) = 0;
  /// The next run is in a fresh process: nothing of earlier calls is left. Costs about a millisecond and the loading.
  virtual void fresh_process() = 0;
  /// The report of the last run.
  virtual const CallReport& last_call() const = 0;

  // The truth -------------------------------------------------------------------------------------------------------
  virtual const Profile& profile() const = 0;
  virtual RowAnswer answer(const Problem& problem, Index row) = 0;

  // Comparing -------------------------------------------------------------------------------------------------------
  /// Every element of `output` within the bound of one member of the profile; long problems are compared on chosen
  /// rows.
  virtual void within_bound(const Problem& problem, const Tensor& output) = 0;
  /// |observed - expected| <= allowed[m] for some member m that also explains the rest of the run. `what` is the start
  /// of a sentence that the observed number continues ("the weights of row 2 sum to"); `cell` says where. With
  /// `cell->by_law`, `expected` is another answer of the subject, not what is true.
  virtual void within(double observed, double expected, const Allowed& allowed, const std::string& what,
                      std::optional<Cell> cell = std::nullopt) = 0;
  /// Rows first .. last - 1 equal bit for bit, but +0 equals -0 and NaN equals NaN. `what` starts the message.
  virtual void rows_identical(const Tensor& before, const Tensor& after, Index first, Index last,
                              const std::string& what) = 0;
  /// Every element finite, in rows that cannot overflow.
  virtual void finite(const Problem& problem, const Tensor& output) = 0;
  virtual void require(bool condition, const std::string& message) = 0;
  /// The subject declared something under which the claim promises nothing; ends the property.
  [[noreturn]] virtual void not_applicable(const std::string& why) = 0;
  /// This case says nothing; a property none of whose cases says anything is inconclusive, not held.
  virtual void undecided() = 0;
  /// Ends the case as falsified.
  [[noreturn]] virtual void falsify(const std::string& message, std::optional<Cell> cell = std::nullopt) = 0;

  /// What a report shows: this problem and what the subject answered to it. The last call when never said.
  virtual void counterexample(const Problem& problem, const Tensor& output) = 0;
  /// The share of the run's total false-alarm probability (1e-9) that one statistical test of this case may use.
  virtual double false_alarm() const = 0;
  /// False when the subject declared that two calls on the same problem may differ.
  virtual bool repeatable() const = 0;
  /// True when the subject declared that it may be called from several threads at once.
  virtual bool concurrent() const = 0;
  /// True when the subject declared that NaN in a key reaches every row that sees it and no other. Correct forms for
  /// finite inputs differ in this: an added -infinity leaks it, and a clamped exponential swallows it.
  virtual bool passes_nan() const = 0;
};

struct Property {
  const char* group;
  const char* name;
  const char* claim;
  void (*body)(Check&);
  int cost = 1;  // how many times fewer problems than usual one run draws of it

  std::string id() const { return std::string(group) + "/" + name; }
};

constexpr Property make_property(const char* group, const char* name, void (*body)(Check&), const char* claim,
                                 int cost = 1) {
  return {group, name, claim, body, cost};
}

/// Differs when a file was compiled with other headers or another layout of the standard library.
inline constexpr unsigned long property_layout =
    (((sizeof(Problem) * 1009 + sizeof(ProblemSpec)) * 1009 + sizeof(CallReport)) * 1009 + sizeof(RowAnswer)) * 1009 +
    sizeof(Profile);

}  // namespace attncheck

/// A file that attncheck compiles and loads by itself (--property FILE) hands its property over through two functions.
#ifdef ATTNCHECK_PLUGIN
#define ATTNCHECK_HAND_OVER_PROPERTY(property_)                                                \
  extern "C" const ::attncheck::Property* attncheck_plugin_property() { return &(property_); } \
  extern "C" unsigned long attncheck_plugin_property_layout() { return ::attncheck::property_layout; }
#else
#define ATTNCHECK_HAND_OVER_PROPERTY(property_)
#endif

/// ATTNCHECK_PROPERTY(group, name, claim [, cost]) { body using `check` }
#define ATTNCHECK_PROPERTY(group_, name_, ...)                                   \
  static void attncheck_body(::attncheck::Check& check);                         \
  extern const ::attncheck::Property attncheck_property_##group_##_##name_;      \
  const ::attncheck::Property attncheck_property_##group_##_##name_ =            \
      ::attncheck::make_property(#group_, #name_, &attncheck_body, __VA_ARGS__); \
  ATTNCHECK_HAND_OVER_PROPERTY(attncheck_property_##group_##_##name_)            \
  static void attncheck_body([[maybe_unused]] ::attncheck::Check& check)
