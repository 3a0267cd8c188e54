#include "tests/attacks/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace attncheck::attacks {
namespace {

void scale(Tensor& tensor, double factor) {
  for (double& x : tensor.elements()) x *= factor;
}

void cancelling_dots(Problem& problem, Random& random) {
  for (Index j = 0; j < problem.key.rows(); ++j)
    for (Index k = 0; k + 1 < problem.key.cols(); k += 2) {
      problem.query(0, k + 1) = problem.query(0, k);
      problem.key(j, k + 1) = -problem.key(j, k) * (1 + std::ldexp(random.normal(), -12));
    }
  scale(problem.query, 16);
}

void near_ties(Problem& problem, Random& random) {
  for (Index j = 0; j < problem.key.rows(); ++j)
    for (Index k = 0; k < problem.key.cols(); ++k)
      problem.key(j, k) = problem.key(0, k) * (1 + std::ldexp(random.normal(), -20));
  scale(problem.query, 50);
}

void monotone(Problem& problem, Random& random) {
  const double step = random.normal();
  for (Index j = 0; j < problem.key.rows(); ++j) {
    problem.key(j, 0) = step * static_cast<double>(j);
    for (Index k = 1; k < problem.key.cols(); ++k) problem.key(j, k) = 0;
  }
  problem.query(0, 0) = 2;
}

void all_positive(Problem& problem, Random&) {
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (double& x : tensor->elements()) x = std::fabs(x);
}

void equal_logits(Problem& problem, Random& random) {
  scale(problem.query, 0);
  if (random.coin())
    for (double& v : problem.value.elements()) v = static_cast<double>(random.below(17)) - 8;
}

void repeated_keys(Problem& problem, Random&) {
  for (Index j = 1; j < problem.key.rows(); ++j) {
    std::copy_n(problem.key.row(j % 2).begin(), problem.key.cols(), problem.key.row(j).begin());
    std::copy_n(problem.value.row(j % 2).begin(), problem.value.cols(), problem.value.row(j).begin());
  }
}

void cancelling_values(Problem& problem, Random&) {
  for (Index j = 1; j < problem.key.rows(); j += 2) {
    std::copy_n(problem.key.row(j - 1).begin(), problem.key.cols(), problem.key.row(j).begin());
    for (Index c = 0; c < problem.value.cols(); ++c) problem.value(j, c) = -problem.value(j - 1, c);
  }
}

void wide_values(Problem& problem, Random& random) {
  for (double& v : problem.value.elements()) v = std::ldexp(v, static_cast<int>(random.below(40)) - 20);
}

void read_outs(Problem& problem, Random& random) {
  const double gap = std::ldexp(1.0, static_cast<int>(random.below(12)) - 6);
  monotone(problem, random);
  for (Index j = 0; j < problem.key.rows(); ++j) {
    problem.key(j, 0) = -gap * static_cast<double>(j);
    for (Index c = 0; c < problem.value.cols(); ++c) problem.value(j, c) = j % problem.value.cols() == c ? 1 : 0;
  }
}

/// Products X, 1, -X: the 1 is lost where a sum or an operand is rounded on the way.
void absorption(Problem& problem, Random& random) {
  const double large = std::ldexp(1.0, static_cast<int>(random.below(26)));
  for (Index k = 0; k < problem.key.cols(); ++k) problem.query(0, k) = 1;
  for (Index j = 0; j < problem.key.rows(); ++j)
    for (Index k = 0; k < problem.key.cols(); ++k)
      problem.key(j, k) = k % 3 == 1 ? static_cast<double>(random.below(5)) - 2 : k % 3 == 0 ? large : -large;
}

struct Family {
  std::string name;
  void (*change)(Problem&, Random&);
};

const std::vector<Family>& table() {
  static const std::vector<Family> all{
      {"gaussian", [](Problem&, Random&) {}},
      {"logits times 30", [](Problem& p, Random&) { scale(p.query, 30); }},
      {"logits times 1000", [](Problem& p, Random&) { scale(p.query, 1000); }},
      {"huge logits",
       [](Problem& p, Random& r) { scale(p.query, std::ldexp(1.0, 16 + static_cast<int>(r.below(24)))); }},
      {"huge values",
       [](Problem& p, Random& r) { scale(p.value, std::ldexp(1.0, 100 + static_cast<int>(r.below(24)))); }},
      {"cancelling dots", cancelling_dots},
      {"near ties", near_ties},
      {"monotone", monotone},
      {"all positive", all_positive},
      {"equal logits", equal_logits},
      {"repeated keys", repeated_keys},
      {"cancelling values", cancelling_values},
      {"wide values", wide_values},
      {"subnormal values", [](Problem& p, Random&) { scale(p.value, 0x1p-130); }},
      {"tiny query and key",
       [](Problem& p, Random&) {
         scale(p.query, 0x1p-70);
         scale(p.key, 0x1p-70);
       }},
      {"read-outs", read_outs},
      {"absorption", absorption}};
  return all;
}

void fill(std::span<double> numbers, std::istringstream& line) {
  for (double& x : numbers) {
    std::string word;
    char* end = nullptr;
    if (line >> word) x = std::strtod(word.c_str(), &end);
    if (end == nullptr || *end != '\0') throw std::runtime_error("starts.txt has a line with too few numbers");
  }
}

Start parse(const std::string& text) {
  const std::size_t end = text.find(';');
  if (end == std::string::npos) throw std::runtime_error("starts.txt has a line without a kernel: " + text);
  Start start;
  start.kernel = text.substr(0, end);
  std::istringstream line(text.substr(end + 1));
  Shape shape;
  if (!(line >> shape.tokens >> shape.head_dim >> shape.value_dim))
    throw std::runtime_error("starts.txt has a line without a shape: " + text);
  const std::string attacked = start.kernel.substr(0, start.kernel.find(" with"));
  start.problem = make_problem(shape, kernel(attacked).dtype, false);
  fill(start.problem.query.row(0), line);
  fill(start.problem.key.elements(), line);
  fill(start.problem.value.elements(), line);
  start.problem.family = "kept start";
  return start;
}

}  // namespace

const std::vector<std::string>& families() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Family& family : table()) all.push_back(family.name);
    return all;
  }();
  return names;
}

Problem draw(std::size_t family, const Shape& shape, const Kernel& kernel, Random& random) {
  Problem problem = make_problem(shape, kernel.dtype, false);
  for (double& q : problem.query.row(0)) q = random.normal();
  for (Tensor* tensor : {&problem.key, &problem.value})
    for (double& x : tensor->elements()) x = random.normal();
  table()[family].change(problem, random);
  problem.family = table()[family].name;
  round_to_inputs(problem, kernel);
  return problem;
}

std::vector<Start> read_starts(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<Start> starts;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) starts.push_back(parse(line));
  return starts;
}

std::string to_line(const Start& start) {
  const Problem& problem = start.problem;
  std::string line =
      fmt::format("{}; {} {} {}", start.kernel, problem.shape.tokens, problem.shape.head_dim, problem.shape.value_dim);
  const std::span<const double> parts[] = {problem.query.row(0), problem.key.elements(), problem.value.elements()};
  for (const auto& part : parts)
    for (const double x : part) line += fmt::format(" {:a}", x);
  return line;
}

std::vector<Problem> kept_starts(const std::string& name) {
  static const std::vector<Start> all = read_starts(ATTNCHECK_SOURCE_DIR "/tests/attacks/starts.txt");
  std::vector<Problem> found;
  for (const Start& start : all)
    if (start.kernel == name) found.push_back(start.problem);
  return found;
}

}  // namespace attncheck::attacks
