// Each family and each probe keeps its promise, at every shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "problems.h"

namespace attncheck {
namespace {

using Promise = std::function<bool(const Problem&)>;

bool all_of(const Tensor& tensor, const std::function<bool(double)>& wanted) {
  return std::ranges::all_of(tensor.elements(), wanted);
}

Promise every_logit(const std::function<bool(double)>& wanted) {
  return [=](const Problem& problem) { return all_of(logits_of(problem), wanted); };
}

/// Of each pair of neighbouring keys in each row, later minus earlier.
Promise every_step(const std::function<bool(double)>& wanted) {
  return [=](const Problem& problem) {
    const Tensor logits = logits_of(problem);
    for (Index i = 0; i < logits.rows(); ++i)
      for (Index j = 1; j < logits.cols(); ++j)
        if (!wanted(logits(i, j) - logits(i, j - 1))) return false;
    return true;
  };
}

/// Key number `peak(tokens)`, or some key when there is none, stands at least 2.4 above all others in each row.
bool has_peak(const Problem& problem, std::optional<Index> peak) {
  const Tensor logits = logits_of(problem);
  for (Index i = 0; i < logits.rows(); ++i) {
    const auto row = logits.row(i);
    const Index top = peak.value_or(std::ranges::max_element(row) - row.begin());
    for (Index j = 0; j < logits.cols(); ++j)
      if (j != top && !(logits(i, top) - logits(i, j) > 2.4)) return false;
  }
  return true;
}

bool keys_identical(const Problem& problem) {
  for (Index j = 1; j < problem.shape.tokens; ++j)
    if (!std::ranges::equal(problem.key.row(j), problem.key.row(0))) return false;
  return true;
}

bool is_power_of_two(double value) { return std::abs(value) == std::exp2(std::round(std::log2(std::abs(value)))); }

bool integers_up_to(const Tensor& tensor, double most) {
  return all_of(tensor, [=](double x) { return x == std::round(x) && std::abs(x) <= most; });
}

Index rows_with_values(const Problem& problem) {
  Index rows = 0;
  for (Index j = 0; j < problem.shape.tokens; ++j)
    rows += std::ranges::any_of(problem.value.row(j), [](double x) { return x != 0; }) ? 1 : 0;
  return rows;
}

bool spans(const Tensor& tensor, double factor) {
  double least = INFINITY;
  double most = 0;
  for (const double x : tensor.elements()) {
    if (x != 0) least = std::min(least, std::abs(x));
    most = std::max(most, std::abs(x));
  }
  return most > factor * least;
}

const std::map<std::string_view, Promise>& logit_promises() {
  static const std::map<std::string_view, Promise> promises = {
      {"gaussian", [](const Problem& p) { return all_of(p.query, [](double x) { return std::abs(x) < 10; }); }},
      {"integer grid", [](const Problem& p) { return integers_up_to(p.query, 3) && integers_up_to(p.key, 3); }},
      {"rising", every_step([](double step) { return step > 0; })},
      {"very negative", every_logit([](double x) { return x < -1e4; })},
      {"large both signs", every_logit([](double x) { return std::abs(x) > 90; })},
      {"late peak", [](const Problem& p) { return has_peak(p, p.shape.tokens - 1); }},
      {"large positive", every_logit([](double x) { return x > 90; })},
      {"large negative", every_logit([](double x) { return x < -110; })},
      {"falling", every_step([](double step) { return step < 0; })},
      {"lopsided",
       [](const Problem& p) {
         const double query = *std::max_element(p.query.elements().begin(), p.query.elements().end());
         const double key = *std::max_element(p.key.elements().begin(), p.key.elements().end());
         return p.query.size() < 4 || query > 1e3 * key || key > 1e3 * query;
       }},
      {"large gaussian", [](const Problem& p) { return p.query.size() < 4 || spans(p.query, 1); }},
      {"cancelling", every_logit([](double x) { return std::abs(x) < 60; })},
      {"row norms", [](const Problem& p) { return p.shape.tokens < 16 || (spans(p.query, 64) && spans(p.key, 4)); }},
      {"equal", every_step([](double step) { return step == 0; })},
      {"near ties", every_step([](double step) { return std::abs(step) < 1e-3; })},
      {"zero rows", every_logit([](double x) { return std::abs(x) < 60; })},
      {"orthogonal",
       [](const Problem& p) {
         return all_of(logits_of(p), [](double x) { return x == 0; }) && (p.key.cols() < 2 || spans(p.key, 1));
       }},
      {"slow ramp", every_step([](double step) { return std::abs(step) < 16; })},
      {"staircase", every_step([](double step) { return step >= 0; })},
      {"early peak", [](const Problem& p) { return has_peak(p, 0); }},
      {"dominant key", [](const Problem& p) { return has_peak(p, std::nullopt); }},
      {"negative", every_logit([](double x) { return x < 0; })},
      {"wide exponents", [](const Problem& p) { return p.query.size() < 16 || spans(p.query, 100); }},
      {"identical keys", keys_identical},
      {"one-hot", every_logit([](double x) { return x >= 0; })},
      {"tiny queries", [](const Problem& p) { return all_of(p.query, [](double x) { return std::abs(x) < 1e-7; }); }},
      {"tiny products", every_logit([](double x) { return std::abs(x) < 1e-35; })},
  };
  return promises;
}

const std::map<std::string_view, Promise>& value_promises() {
  static const std::map<std::string_view, Promise> promises = {
      {"gaussian", [](const Problem& p) { return all_of(p.value, [](double x) { return std::abs(x) < 10; }); }},
      {"tagged",
       [](const Problem& p) {
         const auto elements = p.value.elements();
         return std::set<double>(elements.begin(), elements.end()).size() == elements.size();
       }},
      {"integers", [](const Problem& p) { return integers_up_to(p.value, 9); }},
      {"last key", [](const Problem& p) { return rows_with_values(p) == 1 && p.value(p.shape.tokens - 1, 0) != 0; }},
      {"powers of two", [](const Problem& p) { return all_of(p.value, is_power_of_two); }},
      {"large",
       [](const Problem& p) {
         return all_of(p.value, [&](double x) { return std::abs(x) < info(p.dtype).largest * 0x1p-17; });
       }},
      {"signs", [](const Problem& p) { return all_of(p.value, [](double x) { return std::abs(x) == 1; }); }},
      {"tiny",
       [](const Problem& p) {
         return all_of(p.value, [&](double x) { return std::abs(x) < std::sqrt(info(p.dtype).smallest_normal); });
       }},
      {"subnormal",
       [](const Problem& p) {
         return all_of(p.value, [&](double x) { return x != 0 && std::abs(x) < info(p.dtype).smallest_normal; });
       }},
      {"one-hot", [](const Problem& p) { return rows_with_values(p) == p.shape.tokens && integers_up_to(p.value, 1); }},
      {"cancelling",
       [](const Problem& p) { return all_of(p.value, [](double x) { return std::abs(std::abs(x) - 1e4) < 10; }); }},
      {"wide exponents", [](const Problem& p) { return p.value.size() < 16 || spans(p.value, 1e4); }},
      {"against the peak",
       [](const Problem& p) { return all_of(p.value, [](double x) { return x >= 0 && x <= 1e6; }); }},
      {"one key", [](const Problem& p) { return rows_with_values(p) == 1; }},
      {"close together", [](const Problem& p) { return !spans(p.value, 1.01); }},
  };
  return promises;
}

const std::vector<Shape> shapes = {{1, 1, 1}, {2, 1, 3}, {5, 2, 1}, {16, 7, 4}, {33, 64, 3}};

void expect_promise(const Family& family, const Promise& promise) {
  for (const DType dtype : {DType::float32, DType::float64})
    for (const Shape& shape : shapes)
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Problem problem = make_problem(shape, dtype, false);
        Random random(seed);
        family.fill(problem, random);
        round_to_dtype(problem);
        EXPECT_TRUE(promise(problem)) << family.name << " (" << family.promise << ") at " << to_string(shape)
                                      << ", seed " << seed;
      }
}

TEST(LogitFamilies, each_keeps_its_promise_at_every_shape) {
  for (const Family& family : logit_families()) {
    ASSERT_TRUE(logit_promises().contains(family.name)) << "write down what " << family.name << " promises";
    expect_promise(family, logit_promises().at(family.name));
  }
}

TEST(ValueFamilies, each_keeps_its_promise_at_every_shape) {
  for (const Family& family : value_families()) {
    ASSERT_TRUE(value_promises().contains(family.name)) << "write down what " << family.name << " promises";
    expect_promise(family, value_promises().at(family.name));
  }
}

TEST(Families, names_are_told_apart_and_an_unknown_one_is_refused) {
  std::set<std::string_view> names;
  for (const Family& family : logit_families()) EXPECT_TRUE(names.insert(family.name).second) << family.name;
  EXPECT_THROW(family_called(logit_families(), "gausian"), std::logic_error);
}

/// Row i has the logits +-2^(i/2) times 1, 1.25, 1.5, 1.75.
bool scaled_rows(const Problem& problem) {
  const Tensor logits = logits_of(problem);
  for (Index i = 0; i < logits.rows(); ++i)
    for (Index j = 0; j < logits.cols(); ++j)
      if (logits(i, j) != (i % 2 == 0 ? 1 : -1) * std::ldexp(4 + j % 4, static_cast<int>(i / 2) - 2)) return false;
  return true;
}

bool identity(const Problem& problem) {
  for (Index j = 0; j < problem.shape.tokens; ++j)
    for (Index c = 0; c < problem.shape.value_dim; ++c)
      if (problem.value(j, c) != (j == c ? 1.0 : 0.0)) return false;
  return true;
}

/// The probe at each of its sizes.
std::vector<Problem> problems_of(const Probe& probe) {
  std::vector<Problem> problems;
  for (const Index tokens : probe.tokens)
    for (const Index head_dim : probe.head_dims)
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Problem problem =
            make_problem({tokens, head_dim, probe.value_dim == 0 ? tokens : probe.value_dim}, DType::float32, false);
        Random random(seed);
        probe.fill(problem, random);
        round_to_dtype(problem);
        if (tokens <= 130) problems.push_back(std::move(problem));
      }
  return problems;
}

const std::map<std::string_view, Promise>& probe_promises() {
  static const std::map<std::string_view, Promise> promises = {
      {"uniform integers", [](const Problem& p) { return integers_up_to(p.query, 0) && integers_up_to(p.value, 99); }},
      {"two keys",
       [](const Problem& p) {
         const Tensor logits = logits_of(p);
         return identity(p) && std::ranges::count(logits.row(0), 0.0) == 1;
       }},
      {"absorption",
       [](const Problem& p) {
         return identity(p) && dot(p, 0, 0) == 1 && spans(p.key, 100) && (p.shape.tokens < 2 || dot(p, 0, 1) == 0);
       }},
      {"edge key", [](const Problem& p) { return rows_with_values(p) == 1 && integers_up_to(p.key, 0); }},
      {"geometric",
       [](const Problem& p) {
         const Tensor logits = logits_of(p);
         return identity(p) && logits.row(0).size() > 1 &&
                all_of(logits, [](double x) { return x > -75.1 && x < 0.1; });
       }},
      {"grid, identity values", [](const Problem& p) { return identity(p) && integers_up_to(p.key, 2); }},
      {"last key",
       [](const Problem& p) { return has_peak(p, p.shape.tokens - 1) && p.value(p.shape.tokens - 1, 0) == 1000; }},
      {"twelve bits", [](const Problem& p) { return identity(p) && dot(p, 0, 0) == 2049 * 2051 * 0x1p-20; }},
      {"scales", scaled_rows},
      {"ramp", every_step([](double step) { return std::abs(std::abs(step) - 0x1p-5) < 0x1p-18; })},
      {"one-hot weights", [](const Problem& p) { return has_peak(p, std::nullopt); }},
      {"small weights",
       [](const Problem& p) { return has_peak(p, std::nullopt) && rows_with_values(p) == p.shape.tokens - 1; }},
      {"grid, integers", [](const Problem& p) { return integers_up_to(p.query, 2) && integers_up_to(p.value, 9); }},
      {"steps", every_step([](double step) { return std::abs(step) < 4.1; })},
      {"subnormal values",
       [](const Problem& p) { return all_of(p.value, [](double x) { return std::abs(x) < 0x1p-126; }); }},
      {"tiny products", every_logit([](double x) { return std::abs(x) < 0x1p-115; })},
      {"identical keys", keys_identical},
  };
  return promises;
}

TEST(Probes, each_keeps_its_promise_at_its_own_sizes) {
  for (const Probe& probe : probes()) {
    ASSERT_TRUE(probe_promises().contains(probe.name)) << "write down what " << probe.name << " promises";
    for (const Problem& problem : problems_of(probe))
      EXPECT_TRUE(probe_promises().at(probe.name)(problem))
          << probe.name << " (" << probe.promise << ") at " << to_string(problem.shape);
  }
}

}  // namespace
}  // namespace attncheck
