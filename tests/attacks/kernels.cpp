#include "tests/attacks/kernels.h"

#include <fmt/format.h>

#include <stdexcept>

#include "tests/attacks/pipelines.h"

#if defined(__SSE__)
#include <immintrin.h>
#endif

namespace attncheck::attacks {
namespace {

Arithmetic plain() {
  Arithmetic arithmetic;
  arithmetic.form = Form::normalise_last;
  arithmetic.certificates = true;
  arithmetic.exp_error = 2;
  arithmetic.constant = 0;
  arithmetic.rescales = Rescales::none;
  return arithmetic;
}

Arithmetic with_form(Form form, Arithmetic arithmetic = plain()) {
  arithmetic.form = form;
  arithmetic.certificates = form == Form::normalise_last || form == Form::normalise_first;
  return arithmetic;
}

Arithmetic with_tile(int tile, Arithmetic arithmetic = plain()) {
  arithmetic.rescales = Rescales::sequential;
  arithmetic.tile = tile;
  return arithmetic;
}

/// The rounded shift makes no exponential exact, so nothing can be certified.
Arithmetic fused(Arithmetic arithmetic = plain()) {
  arithmetic.fused_exp2 = true;
  arithmetic.certificates = false;
  return arithmetic;
}

Arithmetic truncating(Arithmetic arithmetic = plain()) {
  arithmetic.truncates = true;
  return arithmetic;
}

struct Kept {
  Storage inputs = Storage::own, logits = Storage::own, weights = Storage::own, output = Storage::own;
};

Arithmetic keeping(const Kept& kept, Arithmetic arithmetic = plain()) {
  arithmetic.inputs = kept.inputs;
  arithmetic.logits = kept.logits;
  arithmetic.weights = kept.weights;
  arithmetic.output = kept.output;
  return arithmetic;
}

Arithmetic summing_stored(Arithmetic arithmetic) {
  arithmetic.sums_stored_weights = true;
  return arithmetic;
}

/// The steps an arithmetic names; how sums and exponentials are made is the kernel's own.
template <class Real>
Steps<Real> steps_of(const Arithmetic& arithmetic, Steps<Real> steps = {}) {
  steps.fused_exp2 = arithmetic.fused_exp2;
  steps.logits = arithmetic.logits;
  steps.weights = arithmetic.weights;
  steps.sums_stored_weights = arithmetic.sums_stored_weights;
  steps.output = arithmetic.output;
  return steps;
}

template <class Real, auto Sum>
Steps<Real> summed_by() {
  Steps<Real> steps;
  steps.dot = Rounded<Sum>::dot;
  steps.sum = Sum;
  return steps;
}

Steps<float> in_blocks() {
  Steps<float> steps;
  steps.dot = block_dot;
  return steps;
}

template <const ExpError& Error>
Steps<float> by_spoilt_exp() {
  Steps<float> steps;
  steps.exp = spoilt_exp<Error>;
  steps.exp2 = spoilt_exp2<Error>;
  return steps;
}

Arithmetic with_exp(const ExpError& allowed) {
  Arithmetic arithmetic = plain();
  arithmetic.exp_error = allowed.error;
  arithmetic.exp_slope = allowed.slope;
  return arithmetic;
}

template <class Real>
constexpr DType dtype_of = std::is_same_v<Real, float> ? DType::float32 : DType::float64;

template <class Real>
Kernel make(std::string name, Arithmetic arithmetic, kernels::Kernel<Real> compute) {
  arithmetic.name = name;
  const Index keys = std::max<Index>(12, arithmetic.tile + arithmetic.tile / 2);
  return {std::move(name), dtype_of<Real>, arithmetic, keys, [compute](const Problem& problem, Index i) {
            const Row<Real> output = compute(kernels::input<Real>(problem, i));
            return std::vector<double>(output.begin(), output.end());
          }};
}

template <class Real = float>
Kernel whole(std::string name, const Arithmetic& arithmetic, Steps<Real> own = {}) {
  const Steps<Real> steps = steps_of(arithmetic, own);
  return make<Real>(std::move(name), arithmetic,
                    [steps, form = arithmetic.form](const Input<Real>& in) { return at_once(in, steps, form); });
}

template <class Real = float>
Kernel online(std::string name, const Arithmetic& arithmetic, Steps<Real> own = {}) {
  const Steps<Real> steps = steps_of(arithmetic, own);
  return make<Real>(std::move(name), arithmetic,
                    [steps, tile = static_cast<std::size_t>(std::max(1, arithmetic.tile))](const Input<Real>& in) {
                      return tiled(in, steps, tile);
                    });
}

template <class Real = float>
Kernel split(std::string name, const Arithmetic& arithmetic, Steps<Real> own = {}) {
  const Steps<Real> steps = steps_of(arithmetic, own);
  return make<Real>(std::move(name), arithmetic, [steps](const Input<Real>& in) { return in_parts(in, steps, 4); });
}

template <class Real = float>
Kernel moving(std::string name, const Arithmetic& arithmetic, Steps<Real> own = {}) {
  const Steps<Real> steps = steps_of(with_tile(1, arithmetic), own);
  return make<Real>(std::move(name), with_tile(1, arithmetic),
                    [steps](const Input<Real>& in) { return moving_mean(in, steps); });
}

Row<float> prescaled_query(const Input<float>& in) {
  Input<float> scaled = in;
  const float scale = in.scale();
  for (float& q : scaled.query) q *= scale;
  Row<float> s, e;
  for (const auto& key : scaled.key) s.push_back(kernels::dot(scaled.query, key));
  for (const float logit : s) e.push_back(std::exp(logit - kernels::largest(s)));
  return kernels::normalise_last(in, e);
}

#if defined(__SSE__)
Row<float> flushing(const Input<float>& in) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040U);  // flush to zero, subnormal operands are zero
  const Row<float> output = at_once(in, {}, Form::normalise_last);
  _mm_setcsr(before);
  return output;
}
#endif

/// Forms of which an arithmetic says less: a shift that lags behind, lanes, operands or logits changed together.
void add_transformed(std::vector<Kernel>& all) {
  Arithmetic lagging = with_tile(4, with_form(Form::any_order));
  lagging.slack = 6;
  all.push_back(
      make<float>("rescaled late", lagging, [](const Input<float>& in) { return kernels::online(in, 4, 5.5F); }));
  const float above = 5.5F;
  all.push_back(make<float>("shift above the maximum", lagging, [above](const Input<float>& in) {
    const Row<float> s = kernels::scaled_logits(in);
    return kernels::normalise_last(in, kernels::exps(s, kernels::largest(s) + above));
  }));
  Arithmetic lanes = plain();
  lanes.rescales = Rescales::merged;
  all.push_back(make<float>("lanes", lanes, [](const Input<float>& in) { return kernels::strided_lanes(in, 4); }));
  Arithmetic moved = plain();
  moved.constant = 4;
  moved.certificates = false;
  all.push_back(make<float>("constant added", moved, kernels::constant_added<float>));
  Arithmetic rotated = plain();
  rotated.transformed = true;
  rotated.certificates = false;
  all.push_back(
      make<float>("rotated", rotated, [](const Input<float>& in) { return kernels::naive(kernels::rotated(in)); }));
}

void add_forms(std::vector<Kernel>& all) {
  all.push_back(whole("naive", plain()));
  for (const int tile : {1, 4, 16, 64}) all.push_back(online(fmt::format("online, tile {}", tile), with_tile(tile)));
  all.push_back(whole("fused exp2", fused()));
  all.push_back(online("fused exp2, online, tile 1", fused(with_tile(1))));
  all.push_back(online("fused exp2, online, tile 4", fused(with_tile(4))));
  all.push_back(whole("fused exp2, normalise first", fused(with_form(Form::normalise_first))));
  all.push_back(whole("fused exp2, stored log-sum-exp", fused(with_form(Form::stored_lse))));
  all.push_back(moving("fused exp2, running mean", fused(with_form(Form::running_mean))));
  all.push_back(whole("normalise first", with_form(Form::normalise_first)));
  all.push_back(whole("stored log-sum-exp", with_form(Form::stored_lse)));
  all.push_back(split("four parts merged", with_form(Form::split_merge)));
  all.push_back(moving("running mean", with_form(Form::running_mean)));
  Arithmetic prescaled = plain();
  prescaled.prescaled = true;
  all.push_back(make<float>("prescaled query", prescaled, prescaled_query));
#if defined(__SSE__)
  Arithmetic flushes = plain();
  flushes.flushes = true;
  all.push_back(make<float>("flush to zero", flushes, flushing));
#endif
  add_transformed(all);
  all.push_back(whole<double>("float64 naive", plain()));
  all.push_back(online<double>("float64 online, tile 1", with_tile(1)));
}

void add_sums(std::vector<Kernel>& all) {
  all.push_back(whole("shuffled sums", plain(), summed_by<float, shuffled<float>>()));
  all.push_back(whole("ascending sums", plain(), summed_by<float, ascending<float>>()));
  all.push_back(whole("descending sums", plain(), summed_by<float, descending<float>>()));
  all.push_back(whole("pairwise sums", plain(), summed_by<float, pairwise<float>>()));
  const Steps<float> cut = summed_by<float, truncated>();
  all.push_back(whole("truncating sums", truncating(), cut));
  all.push_back(online("truncating sums, online, tile 1", truncating(with_tile(1)), cut));
  all.push_back(whole("truncating sums, stored log-sum-exp", truncating(with_form(Form::stored_lse)), cut));
  all.push_back(split("truncating sums, four parts merged", truncating(with_form(Form::split_merge)), cut));
  all.push_back(moving("truncating sums, running mean", truncating(with_form(Form::running_mean)), cut));
}

template <const ExpError& Error>
void add_spoilt_exp(std::vector<Kernel>& all, const std::string& name) {
  const Arithmetic base = with_exp(Error);
  const Steps<float> steps = by_spoilt_exp<Error>();
  all.push_back(whole(name, base, steps));
  all.push_back(online(name + ", online, tile 1", with_tile(1, base), steps));
  all.push_back(whole(name + ", stored log-sum-exp", with_form(Form::stored_lse, base), steps));
  all.push_back(moving(name + ", running mean", with_form(Form::running_mean, base), steps));
  all.push_back(split(name + ", four parts merged", with_form(Form::split_merge, base), steps));
  all.push_back(online(name + ", fused exp2, tile 1", fused(with_tile(1, base)), steps));
}

void add_stored(std::vector<Kernel>& all) {
  constexpr Storage own = Storage::own;
  for (const Storage half : {Storage::float16, Storage::bfloat16}) {
    const std::string name = info(half).name;
    const Arithmetic around = keeping({half, own, half, half}, with_tile(4));
    all.push_back(online(name + " inputs, weights and output", around));
    all.push_back(whole(name + " logits and weights", keeping({half, half, half, own})));
    all.push_back(whole(name + " logits", keeping({own, half, own, own})));
    all.push_back(online(name + " logits, online, tile 1", keeping({own, half, own, own}, with_tile(1))));
    all.push_back(
        whole(name + " logits, stored log-sum-exp", keeping({own, half, own, own}, with_form(Form::stored_lse))));
    all.push_back(
        split(name + " logits, four parts merged", keeping({own, half, own, own}, with_form(Form::split_merge))));
    all.push_back(whole(name + " weights, summed as stored", summing_stored(keeping({half, own, half, own}))));
    all.push_back(online(name + " weights, online, summed as stored",
                         summing_stored(keeping({own, own, half, own}, with_tile(1)))));
    all.push_back(
        whole(name + " weights, normalised first", keeping({own, own, half, own}, with_form(Form::normalise_first))));
    all.push_back(
        whole(name + " weights, stored log-sum-exp", keeping({own, own, half, own}, with_form(Form::stored_lse))));
    all.push_back(
        online(name + " weights and output, fused exp2", fused(keeping({half, own, half, half}, with_tile(4)))));
    all.push_back(whole(name + " output", keeping({own, own, own, half})));
    all.push_back(whole(name + " weights, stored log-sum-exp, summed as stored",
                        summing_stored(keeping({own, own, half, own}, with_form(Form::stored_lse)))));
    all.push_back(
        split(name + " weights, four parts merged", keeping({own, own, half, own}, with_form(Form::split_merge))));
    all.push_back(
        moving(name + " weights, running mean", keeping({own, own, half, own}, with_form(Form::running_mean))));
    all.push_back(online(name + " matrix unit, fused exp2, online",
                         truncating(fused(keeping({half, own, half, half}, with_tile(4)))), in_blocks()));
    all.push_back(whole(name + " matrix unit", truncating(keeping({half, own, half, half})), in_blocks()));
  }
  constexpr Storage single = Storage::float32;
  all.push_back(online<double>("float64, float32 inputs, weights and output",
                               keeping({single, own, single, single}, with_tile(4))));
  all.push_back(whole<double>("float64, float32 logits", keeping({own, single, own, own})));
}

}  // namespace

const std::vector<Kernel>& all_kernels() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> all;
    add_forms(all);
    add_sums(all);
    add_spoilt_exp<coarse>(all, "coarse exp");
    add_spoilt_exp<steep>(all, "steep exp");
    add_stored(all);
    return all;
  }();
  return kernels;
}

const Kernel& kernel(std::string_view name) {
  for (const Kernel& kernel : all_kernels())
    if (kernel.name == name) return kernel;
  throw std::out_of_range("no kernel " + std::string(name));
}

Tensor run(const Kernel& kernel, const Problem& problem) {
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    const std::vector<double> row = kernel.row(problem, i);
    std::copy(row.begin(), row.end(), output.row(i).begin());
  }
  return output;
}

void round_to_inputs(Problem& problem, const Kernel& kernel) {
  const Storage inputs = kernel.arithmetic.inputs;
  const double largest = std::min(info(problem.dtype).largest, info(inputs).largest);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (double& x : tensor->elements())
      x = std::clamp(round_to(inputs, round_to(problem.dtype, std::isnan(x) ? 0 : x)), -largest, largest);
}

}  // namespace attncheck::attacks
