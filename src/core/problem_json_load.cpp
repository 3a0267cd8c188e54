#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/json_parse.h"
#include "core/json_place.h"
#include "core/problem_json.h"
#include "core/text.h"

namespace attncheck {
namespace {

std::string text_of(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw std::invalid_argument(path + ": is a directory, not a file");
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    throw std::invalid_argument(path + ": is no regular file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

Index row_size(const JsonPlace& row) {
  if (!row.json().is_array()) row.fail(row.is() + ", but a row, an array of numbers, was expected");
  if (row.json().empty()) row.fail("is empty, but a row of at least one number was expected");
  return static_cast<Index>(row.json().size());
}

/// [rows, cols] of any size; every row as long as the first.
Tensor read_tensor(const JsonPlace& place) {
  if (!place.json().is_array() || place.json().empty())
    place.fail(place.is() + ", but an array of at least one row was expected");
  const std::size_t rows = place.json().size();
  const Index cols = row_size(place.at(std::size_t{0}));
  Tensor tensor(static_cast<Index>(rows), cols);
  for (std::size_t i = 0; i < rows; ++i) {
    const JsonPlace row = place.at(i);
    if (row_size(row) != cols) row.fail(fmt::format("has {} numbers, but the first row has {}", row_size(row), cols));
    for (std::size_t j = 0; j < static_cast<std::size_t>(cols); ++j)
      tensor(static_cast<Index>(i), static_cast<Index>(j)) = row.at(j).real();
  }
  return tensor;
}

void must_be_exact(const JsonPlace& place, const Tensor& tensor, DType dtype) {
  for (Index i = 0; i < tensor.rows(); ++i)
    for (Index j = 0; j < tensor.cols(); ++j) {
      const double value = tensor(i, j);
      const double nearest = round_to(dtype, value);
      if (std::isnan(value) || nearest == value) continue;
      const JsonPlace at = place.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j));
      at.fail(fmt::format("{}, which no {} holds exactly; the nearest is {}", at.is(), info(dtype).name, nearest));
    }
}

DType read_dtype(const JsonPlace& place) {
  const auto dtype = parse_dtype(place.text());
  if (!dtype) place.fail(place.is() + ", but float32 or float64 was expected");
  return *dtype;
}

Placement read_placement(const JsonPlace& place) {
  const std::string text = place.text();
  if (text == "page_end") return Placement::page_end;
  if (text == "guard_words") return Placement::guard_words;
  place.fail(place.is() + ", but page_end or guard_words was expected");
}

std::string size_text(const Tensor& tensor) { return fmt::format("{} x {}", tensor.rows(), tensor.cols()); }

void must_fit_query(const JsonPlace& place, const Problem& problem) {
  const Tensor& query = problem.query;
  if (problem.key.rows() != query.rows() || problem.key.cols() != query.cols())
    place.at("key").fail(fmt::format("is {}, but query is {}", size_text(problem.key), size_text(query)));
  if (problem.value.rows() != query.rows())
    place.at("value").fail(
        fmt::format("is {}, but query is {}: as many rows were expected", size_text(problem.value), size_text(query)));
}

Problem read_problem(const JsonPlace& place) {
  place.must_be_object();
  place.knows_only({"dtype", "causal", "family", "placement", "query", "key", "value"});
  Problem problem;
  problem.dtype = read_dtype(place.at("dtype"));
  problem.causal = place.at("causal").boolean();
  if (const auto family = place.find("family")) problem.family = family->text();
  if (const auto placement = place.find("placement")) problem.placement = read_placement(*placement);
  problem.query = read_tensor(place.at("query"));
  problem.key = read_tensor(place.at("key"));
  problem.value = read_tensor(place.at("value"));
  must_fit_query(place, problem);
  problem.shape = Shape{problem.query.rows(), problem.query.cols(), problem.value.cols()};
  must_be_exact(place.at("query"), problem.query, problem.dtype);
  must_be_exact(place.at("key"), problem.key, problem.dtype);
  must_be_exact(place.at("value"), problem.value, problem.dtype);
  return problem;
}

Tensor read_output(const JsonPlace& place, const Problem& problem) {
  Tensor output = read_tensor(place);
  if (output.rows() != problem.shape.tokens || output.cols() != problem.shape.value_dim)
    place.fail(fmt::format("is {}, but value is {}", size_text(output), size_text(problem.value)));
  must_be_exact(place, output, problem.dtype);
  return output;
}

Index read_position(const JsonPlace& place, Index size) {
  const std::uint64_t position = place.count();
  if (position >= static_cast<std::uint64_t>(size))
    place.fail(fmt::format("{}, but the output has {}", place.is(), size));
  return static_cast<Index>(position);
}

Cell read_cell(const JsonPlace& place, const Problem& problem) {
  place.must_be_object();
  place.knows_only({"row", "column", "observed", "centre", "radius", "bound", "ratio", "by_law"});
  Cell cell;
  cell.row = read_position(place.at("row"), problem.shape.tokens);
  const JsonPlace column = place.at("column");
  cell.column = column.json() == -1 ? -1 : read_position(column, problem.shape.value_dim);  // -1: the whole row
  cell.observed = place.at("observed").real();
  cell.centre = place.at("centre").real();
  cell.radius = place.at("radius").real();
  cell.bound = place.at("bound").real();
  cell.ratio = place.at("ratio").real();
  if (const auto flag = place.find("by_law")) cell.by_law = flag->boolean();
  return cell;
}

Finding read_finding(const JsonPlace& place) {
  Finding finding;
  finding.problem = read_problem(place.at("problem"));
  if (const auto output = place.find("output")) finding.output = read_output(*output, finding.problem);
  if (const auto cell = place.find("cell")) finding.cell = read_cell(*cell, finding.problem);
  if (const auto text = place.find("message")) finding.message = text->text();
  if (const auto text = place.find("subject_stderr")) finding.subject_stderr = text->text();
  if (const auto text = place.find("reproduce")) finding.reproduce = text->text();
  if (const auto text = place.find("bound_from")) finding.bound_from = text->text();
  if (const auto text = place.find("drawn")) finding.drawn = text->text();
  if (const auto count = place.find("found_after")) finding.found_after = static_cast<Index>(count->count());
  if (const auto count = place.find("shrink_steps")) finding.shrink_steps = static_cast<Index>(count->count());
  return finding;
}

void must_be_version_1(const JsonPlace& place) {
  place.must_be_object();
  const JsonPlace format = place.at("format");
  if (format.text() != "attncheck counterexample")
    format.fail(format.is() + ", but \"attncheck counterexample\" was expected");
  const JsonPlace number = place.at("version");
  if (number.json() != 1) number.fail(number.is() + ", but this attncheck reads version 1");
}

}  // namespace

Counterexample load_counterexample(const std::string& path) { return read_counterexample(text_of(path), path); }

Counterexample read_counterexample(std::string_view written, const std::string& path) {
  const nlohmann::json json = parse_json(written, path);
  const JsonPlace place(path, "", json);
  must_be_version_1(place);
  place.knows_only({"format", "version", "property", "subject", "profile", "seed", "message", "problem", "output",
                    "cell", "subject_stderr", "found_after", "shrink_steps", "reproduce", "bound_from", "drawn"});
  Counterexample counterexample;
  if (const auto text = place.find("property")) counterexample.property = text->text();
  if (const auto text = place.find("subject")) counterexample.subject = text->text();
  if (const auto text = place.find("profile")) counterexample.profile = text->text();
  if (const auto seed = place.find("seed")) counterexample.seed = seed->count();
  counterexample.finding = read_finding(place);
  return counterexample;
}

}  // namespace attncheck
