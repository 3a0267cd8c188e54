#include "power/peers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "attncheck/fault.h"
#include "attncheck/random.h"

namespace attncheck {
namespace {

double normal(Random& random) { return random.normal(); }
double from_zero_to_one(Random& random) { return random.uniform(); }
double from_minus_one_to_one(Random& random) { return 2 * random.uniform() - 1; }
double from_half_to_one(Random& random) { return 0.5 + random.uniform() / 2; }

using Draw = double (*)(Random&);

Problem drawn(const Shape& shape, bool causal, Draw query_and_key, Draw value) {
  Problem problem = make_problem(shape, DType::float32, causal);
  Random random(mix_seed(static_cast<std::uint64_t>(shape.tokens), causal ? "causal" : "not causal"));
  for (Tensor* tensor : {&problem.query, &problem.key})
    for (double& element : tensor->elements()) element = query_and_key(random);
  for (double& element : problem.value.elements()) element = value(random);
  round_to_dtype(problem);
  return problem;
}

/// |observed - expected| <= absolute + relative |expected| everywhere, as numpy.allclose and torch.testing ask it.
bool all_close(const Tensor& expected, const Tensor& observed, double absolute, double relative) {
  for (std::size_t k = 0; k < expected.elements().size(); ++k) {
    const double right = expected.elements()[k];
    if (!(std::abs(observed.elements()[k] - right) <= absolute + relative * std::abs(right))) return false;
  }
  return true;
}

/// Squared error over squared size of the expected output, averaged over all of it.
bool mean_square_close(const Tensor& expected, const Tensor& observed, double most) {
  double error = 0, size = 0;
  for (std::size_t k = 0; k < expected.elements().size(); ++k) {
    const double right = expected.elements()[k];
    error += (observed.elements()[k] - right) * (observed.elements()[k] - right);
    size += right * right;
  }
  return error / size <= most;
}

std::vector<Problem> both_flags(const Shape& shape, Draw query_and_key, Draw value) {
  return {drawn(shape, false, query_and_key, value), drawn(shape, true, query_and_key, value)};
}

const std::vector<Peer> table = {
    {"naive", "128 tokens, head_dim 64, standard normal", "within 1e-3",
     [] {
       return both_flags({128, 64, 64}, normal, normal);
     },
     [](const Tensor& expected, const Tensor& observed) { return all_close(expected, observed, 1e-3, 0); }},
    // pytorch/pytorch, test/inductor/test_fused_attention.py
    {"PyTorch inductor", "16 tokens, head_dim 32, standard normal", "within 1e-5 + 1.3e-6 of the value",
     [] {
       return both_flags({16, 32, 32}, normal, normal);
     },
     [](const Tensor& expected, const Tensor& observed) { return all_close(expected, observed, 1e-5, 1.3e-6); }},
    // ScalingIntelligence/KernelBench, level 1, problem 97, and its tolerance for float32
    {"KernelBench 97", "512 tokens, head_dim 1024, uniform in [0, 1), not causal", "within 1e-4 + 1e-4 of the value",
     [] {
       return std::vector<Problem>{drawn({512, 1024, 64}, false, from_zero_to_one, from_zero_to_one)};
     },
     [](const Tensor& expected, const Tensor& observed) { return all_close(expected, observed, 1e-4, 1e-4); }},
    // ggml-org/llama.cpp, tests/test-backend-ops.cpp
    {"ggml", "512 tokens, head_dim 64 and 80, uniform in [-1, 1]", "normalised squared error at most 5e-4",
     [] {
       std::vector<Problem> all = both_flags({512, 64, 64}, from_minus_one_to_one, from_minus_one_to_one);
       all.push_back(drawn({512, 80, 80}, true, from_minus_one_to_one, from_minus_one_to_one));
       return all;
     },
     [](const Tensor& expected, const Tensor& observed) { return mean_square_close(expected, observed, 5e-4); }},
    // stanford-cs336/assignment1-basics, tests/test_model.py: one stored draw
    {"CS336", "12 tokens, head_dim 64, standard normal, causal", "within 1e-6 + 1e-4 of the value",
     [] {
       return std::vector<Problem>{drawn({12, 64, 64}, true, normal, normal)};
     },
     [](const Tensor& expected, const Tensor& observed) { return all_close(expected, observed, 1e-6, 1e-4); }},
    // Xilinx/mlir-air#1427
    {"mlir-air", "256 tokens, head_dim 64, values in [0.5, 1], causal", "within 0.5",
     [] {
       return std::vector<Problem>{drawn({256, 64, 64}, true, normal, from_half_to_one)};
     },
     [](const Tensor& expected, const Tensor& observed) { return all_close(expected, observed, 0.5, 0); }},
};

/// A peer's problems with what attention gives in float64, computed once.
struct Asked {
  Problem problem;
  Tensor expected;
};

const std::vector<Asked>& asked_by(const Peer& peer) {
  static std::map<std::string, std::vector<Asked>> known;
  const auto [entry, is_new] = known.try_emplace(peer.name);
  if (!is_new) return entry->second;
  for (const Problem& problem : peer.problems()) {
    Problem wide = problem;
    wide.dtype = DType::float64;
    entry->second.push_back({problem, run_steps(right_steps(), wide)});
  }
  return entry->second;
}

}  // namespace

const std::vector<Peer>& peers() { return table; }

bool notices(const Peer& peer, Subject& subject) {
  return std::ranges::any_of(asked_by(peer), [&](const Asked& asked) {
    // These suites allocate zeros, so what is never written reads as zero.
    const CallReport report = subject.call(asked.problem, Prefill::zeros);
    return report.status != CallStatus::returned || !peer.content(asked.expected, report.output);
  });
}

}  // namespace attncheck
