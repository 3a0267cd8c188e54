#pragma once
// fault.h: attention that is wrong on purpose. One file in faults/<group>/<name>.cpp is at once a subject
// (fault:<group>/<name>), a mistake the properties must catch, and a candidate explanation of somebody's mistake.
//
// A step fault replaces one step of the plain attention below:
//   ATTNCHECK_FAULT(scale, missing, "the logits are not divided by sqrt(head_dim)") {
//     card.exposed_by = "logits of ordinary size at any head_dim above one";
//     card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim"};
//     card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
//     steps.scale = [](const Shape&) { return 1.0; };
//   }
// A whole fault is an attention of its own with the mistake in it: `steps.whole` on tensors, or `steps.kernel` on the
// buffers of a call, for mistakes of state, memory and conduct. The card says where the mistake was seen and what shows
// it; tests hold every card to that. A fault whose effect is not wrong_output may hang, end or damage the process that
// computes it, and a fault with `after` remembers earlier calls: such faults belong in a child process.
// Source of the steps: Milakov, Gimelshein, Online normalizer calculation for softmax, alg. 3.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

/// An attention on the dense, row-major buffers of one call: query and key [tokens, head_dim], value and output
/// [tokens, value_dim].
template <class T>
using Kernel = void (*)(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                        Index value_dim, bool causal);

/// The same mistake in both dtypes: two instances of one template.
struct KernelPair {
  Kernel<float> float32 = nullptr;
  Kernel<double> float64 = nullptr;
};

/// Attention cut at its joints, computed tile by tile along the keys (online softmax). Each step has its right default.
/// Every number a step takes or returns is rounded to the problem's dtype, and all arithmetic between the steps is done
/// in it. The running sums are relative to exp(shift): true sum = sum * exp(shift).
struct Steps {
  using Number = std::function<double(double)>;
  using OfCell = std::function<double(const Problem&, Index i, Index j, double)>;

  std::function<double(const Shape&)> scale;                                 // 1 / sqrt(head_dim)
  std::function<double(const Problem&, Index i, Index j)> dot;               // query[i] . key[j]
  std::function<bool(const Problem&, Index i, Index j)> visible;             // does row i see key j
  OfCell logit;                                                              // the scaled logit of a visible key, kept
  Number hidden_logit;                                                       // the logit of a hidden key: -inf
  std::function<double()> max_start;                                         // the running max before any key: -inf
  Number shift;                                                              // what is subtracted before exp: the max
  Number exponential;                                                        // exp
  std::function<double(double old_shift, double new_shift)> rescale_sum;     // exp(old - new)
  std::function<double(double old_shift, double new_shift)> rescale_output;  // exp(old - new)
  std::function<double(double sum, double weight)> add_to_sum;               // sum + weight
  OfCell weight_after_softmax;                                               // the weight that meets the value, kept
  std::function<double(const Problem&, Index j, Index c)> value;             // value[j][c]
  std::function<double(double output, double product)> add_to_output;        // output + product
  std::function<double(double sum, double shift)> final_sum;                 // the denominator: sum
  OfCell deliver;                                                            // output[i][c], kept
  std::function<Index(Index tokens)> keys_read;                              // how many keys are looked at: tokens
  std::function<Index(Index tokens)> rows_written;                           // how many rows are answered: tokens
  Index tile = 16;                                                           // keys a tile

  std::function<Tensor(const Steps&, const Problem&)> whole;  // when set, replaces everything above
  KernelPair kernel;                                          // when set, replaces all of it

  bool is_whole() const { return static_cast<bool>(whole) || kernel.float32 != nullptr; }
};

/// What a fault does that a test can see.
enum class Effect {
  wrong_output,    // on `shows_on`, asked after the problems of `after`
  differs,         // `shows_on` asked again, after `after` and into the output those left, gets another answer
  unwritten,       // elements of the output are never written, or only added to
  inputs_changed,  // query, key or value is another after the call
  writes_outside,  // guard words are overwritten
  mode_changed,    // the floating-point mode is left changed
  crashes,         // the process ends
  never_returns,   // the call does not come back
  out_of_memory,   // memory grows without bound
};

/// Where a mistake was seen, and what shows it.
struct Card {
  std::vector<std::string> seen;                // "flashinfer-ai/flashinfer#4267": repository and number of a report
  std::string exposed_by;                       // one phrase: the inputs or calls that show it
  std::vector<std::string> noticed_by;          // ids of properties that must speak against it at default effort
  std::function<Problem()> shows_on;            // the smallest problem it shows on, in both dtypes if float32
  std::function<std::vector<Problem>()> after;  // problems asked before, when the mistake needs them; may be empty
  Effect effect = Effect::wrong_output;
};

/// Steps with every default right.
Steps right_steps();

/// Attention computed with these steps, in the problem's dtype; elements that are never written are NaN.
/// [tokens, value_dim]. Throws std::invalid_argument when the problem is not valid. Cost O(tokens^2 (head_dim +
/// value_dim)).
Tensor run_steps(const Steps& steps, const Problem& problem);

/// For whole faults: scale * query.key, and the hidden logit where the key is not visible. [tokens, tokens]
Tensor masked_logits(const Steps& steps, const Problem& problem);

/// For whole faults: weights [tokens, tokens] times value [tokens, value_dim]; a weight of 0 never touches its value.
Tensor weighted_values(const Tensor& weights, const Problem& problem);

/// For whole faults: row `i` over some of its keys. A key the row does not see is left out; a key named twice counts
/// twice. In double, with the right scale. Without any key the sum is 0 and the mean NaN.
struct PartOfRow {
  double max = 0;            // the largest logit
  double sum = 0;            // of exp(logit - max)
  std::vector<double> mean;  // [value_dim] of the values, weighted
  double log_sum_exp() const { return max + std::log(sum); }
};
PartOfRow part_of_row(const Problem& problem, Index i, const std::vector<Index>& keys);

/// first .. last - 1
std::vector<Index> keys_between(Index first, Index last);

/// For whole faults: `row(i)` for every row. [tokens, value_dim]
Tensor row_by_row(const Problem& problem, const std::function<std::vector<double>(Index i)>& row);

/// For kernels: right attention on the buffers of a call, for T float or double.
template <class T>
void right_kernel(const T* query, const T* key, const T* value, T* output, Index tokens, Index head_dim,
                  Index value_dim, bool causal);

/// `number` with only the `bits` leading bits of its significand, ties to even: 8 for bfloat16, 11 for float16 (whose
/// range it does not have).
double round_to_bits(double number, int bits);

/// `number` as float16 holds it: 11 bits, nothing finite above 65504, multiples of 2^-24 near zero.
double round_to_float16(double number);

/// Element `position` of a row-major buffer, counted on from its start where the buffer ends: for faults that misread a
/// layout and must not leave it.
double element_of(const Tensor& tensor, Index position);

/// A float32 problem written out row by row; sizes are taken from the rows.
/// Throws std::invalid_argument when rows differ in length, tensors do not fit, or a number is not a float32.
using Rows = std::vector<std::vector<double>>;
Problem small_problem(const Rows& query, const Rows& key, const Rows& value, bool causal);

struct Fault {
  const char* group;
  const char* name;
  const char* story;  // one sentence: what is wrong
  void (*describe)(Steps&, Card&);

  std::string id() const { return std::string(group) + "/" + name; }
  /// Right steps with the mistake put in.
  Steps steps() const {
    Steps steps = right_steps();
    Card card;
    describe(steps, card);
    return steps;
  }
  Card card() const {
    Steps steps = right_steps();
    Card card;
    describe(steps, card);
    return card;
  }
};

/// Differs when a file was compiled with other headers or another layout of the standard library.
inline constexpr unsigned long fault_layout = (sizeof(Problem) * 1009 + sizeof(Steps)) * 1009 + sizeof(Card);

}  // namespace attncheck

/// A file that attncheck compiles and loads by itself (--fault FILE) hands its fault over through two functions.
#ifdef ATTNCHECK_PLUGIN
#define ATTNCHECK_HAND_OVER_FAULT(fault_)                                             \
  extern "C" const ::attncheck::Fault* attncheck_plugin_fault() { return &(fault_); } \
  extern "C" unsigned long attncheck_plugin_fault_layout() { return ::attncheck::fault_layout; }
#else
#define ATTNCHECK_HAND_OVER_FAULT(fault_)
#endif

/// ATTNCHECK_FAULT(group, name, story) { fills `card` and replaces something in `steps` }
#define ATTNCHECK_FAULT(group_, name_, story_)                                                               \
  static void attncheck_describe(::attncheck::Steps& steps, ::attncheck::Card& card);                        \
  extern const ::attncheck::Fault attncheck_fault_##group_##_##name_;                                        \
  const ::attncheck::Fault attncheck_fault_##group_##_##name_{#group_, #name_, story_, &attncheck_describe}; \
  ATTNCHECK_HAND_OVER_FAULT(attncheck_fault_##group_##_##name_)                                              \
  static void attncheck_describe([[maybe_unused]] ::attncheck::Steps& steps, [[maybe_unused]] ::attncheck::Card& card)
