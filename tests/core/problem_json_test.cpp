#include "core/problem_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

#include "attncheck/random.h"

namespace attncheck {
namespace {

/// A path of the running test's own.
std::string temporary(const std::string& name) {
  std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  std::ranges::replace(test, '/', '-');
  return testing::TempDir() + "attncheck-" + test + "-" + name;
}

std::string written(const std::string& text) {
  const std::string path = temporary("x.json");
  std::ofstream(path) << text;
  return path;
}

/// The message of the refusal, without the folder.
std::string refusal(const std::string& text) {
  const std::string path = written(text);
  try {
    load_counterexample(path);
  } catch (const std::invalid_argument& error) {
    const std::string what = error.what();
    EXPECT_TRUE(what.starts_with(path + ": ")) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    return what.substr(path.size() + 2);
  }
  return "accepted";
}

std::string file_with(const std::string& problem) {
  return R"({"format": "attncheck counterexample", "version": 1, "problem": )" + problem + "}";
}

std::string problem_with(const std::string& query, const std::string& key, const std::string& value,
                         const std::string& dtype = "float32") {
  return file_with(R"({"dtype": ")" + dtype + R"(", "causal": true, "query": )" + query + R"(, "key": )" + key +
                   R"(, "value": )" + value + "}");
}

void expect_same_bits(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(a(i, j)), std::bit_cast<std::uint64_t>(b(i, j))) << a(i, j);
}

Counterexample full_counterexample(DType dtype) {
  Counterexample saved{"accuracy/within_error_bound", "my.c", "naive", 18446744073709551615ull, {}};
  Finding& finding = saved.finding;
  finding.problem = make_problem({3, 2, 4}, dtype, true);
  Random random(7);
  for (Tensor* tensor : {&finding.problem.query, &finding.problem.key, &finding.problem.value})
    fill_normal(*tensor, random, dtype);
  finding.problem.query(0, 0) = info(dtype).smallest_subnormal;
  finding.problem.query(0, 1) = -0.0;
  finding.problem.key(0, 0) = info(dtype).largest;
  finding.problem.family = "late peak";
  finding.problem.placement = Placement::guard_words;
  finding.output = Tensor(3, 4, 0.5);
  (*finding.output)(1, 1) = std::numeric_limits<double>::infinity();
  (*finding.output)(2, 3) = -std::numeric_limits<double>::infinity();
  finding.cell = Cell{1, -1, 0.1, 1.0 / 3, 1e-300, std::numeric_limits<double>::infinity(), 0};
  finding.message = "line one\nline \"two\"";
  finding.subject_stderr = "caf\xc3\xa9";
  finding.found_after = 12;
  finding.shrink_steps = 34;
  finding.reproduce = "reproduce=abc";
  return saved;
}

class EachDType : public testing::TestWithParam<DType> {};
INSTANTIATE_TEST_SUITE_P(Counterexample, EachDType, testing::Values(DType::float32, DType::float64));

TEST_P(EachDType, comes_back_from_its_file_bit_for_bit) {
  const Counterexample saved = full_counterexample(GetParam());
  const std::string path = temporary(std::string(info(GetParam()).name).append(".json"));
  save_counterexample(path, saved);
  const Counterexample loaded = load_counterexample(path);
  expect_same_bits(loaded.finding.problem.query, saved.finding.problem.query);
  expect_same_bits(loaded.finding.problem.key, saved.finding.problem.key);
  expect_same_bits(loaded.finding.problem.value, saved.finding.problem.value);
  expect_same_bits(*loaded.finding.output, *saved.finding.output);
  EXPECT_EQ(loaded.property, saved.property);
  EXPECT_EQ(loaded.subject, saved.subject);
  EXPECT_EQ(loaded.profile, saved.profile);
  EXPECT_EQ(loaded.seed, saved.seed);
  EXPECT_EQ(loaded.finding.problem.shape, saved.finding.problem.shape);
  EXPECT_EQ(loaded.finding.problem.dtype, saved.finding.problem.dtype);
  EXPECT_EQ(loaded.finding.problem.causal, saved.finding.problem.causal);
  EXPECT_EQ(loaded.finding.problem.family, saved.finding.problem.family);
  EXPECT_EQ(loaded.finding.problem.placement, saved.finding.problem.placement);
  EXPECT_EQ(loaded.finding.message, saved.finding.message);
  EXPECT_EQ(loaded.finding.subject_stderr, saved.finding.subject_stderr);
  EXPECT_EQ(loaded.finding.reproduce, saved.finding.reproduce);
  EXPECT_EQ(loaded.finding.found_after, saved.finding.found_after);
  EXPECT_EQ(loaded.finding.shrink_steps, saved.finding.shrink_steps);
  EXPECT_EQ(loaded.finding.cell->column, -1);
  EXPECT_EQ(loaded.finding.cell->centre, saved.finding.cell->centre);
  EXPECT_EQ(loaded.finding.cell->bound, saved.finding.cell->bound);
}

TEST(Counterexample, stderr_that_is_not_utf8_can_be_saved) {
  Counterexample saved = full_counterexample(DType::float32);
  saved.finding.subject_stderr = "bad \xff byte";
  save_counterexample(temporary("utf8.json"), saved);
  EXPECT_EQ(load_counterexample(temporary("utf8.json")).finding.subject_stderr, "bad \xef\xbf\xbd byte");
}

TEST(Counterexample, a_minimal_file_written_by_hand_is_read) {
  const Counterexample loaded =
      load_counterexample(written(problem_with("[[1, 0]]", "[[0.5, -2]]", "[[\"nan\", \"-inf\", 3]]")));
  const Problem& problem = loaded.finding.problem;
  EXPECT_EQ(problem.shape, (Shape{1, 2, 3}));
  EXPECT_TRUE(problem.causal);
  EXPECT_EQ(problem.key(0, 1), -2);
  EXPECT_TRUE(std::isnan(problem.value(0, 0)));
  EXPECT_EQ(problem.value(0, 1), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(loaded.profile, "any");
  EXPECT_FALSE(loaded.finding.output.has_value());
}

TEST(Counterexample, each_wrong_file_gets_one_line_that_names_the_place) {
  EXPECT_TRUE(refusal("{\"a\": ").starts_with("is not JSON: parse error at line 1, column 7"));
  EXPECT_EQ(refusal("[]"), "the file is [], but an object was expected");
  EXPECT_EQ(refusal("{}"), "the file has no \"format\"");
  EXPECT_EQ(refusal(R"({"format": "attncheck result"})"),
            "/format is \"attncheck result\", but \"attncheck counterexample\" was expected");
  EXPECT_EQ(refusal(R"({"format": "attncheck counterexample", "version": 2})"),
            "/version is 2, but this attncheck reads version 1");
  EXPECT_EQ(refusal(R"({"format": "attncheck counterexample", "version": 1})"), "the file has no \"problem\"");
  EXPECT_EQ(refusal(file_with(R"({"dtype": "float16"})")),
            "/problem/dtype is \"float16\", but float32 or float64 was expected");
  EXPECT_EQ(refusal(file_with(R"({"dtype": "float32", "causal": 1})")),
            "/problem/causal is 1, but true or false was expected");
  EXPECT_TRUE(refusal(file_with(R"({"cuasal": true})")).starts_with("/problem/cuasal is not a key of this format"));
}

TEST(Counterexample, tensors_that_do_not_fit_are_refused_with_both_sizes) {
  EXPECT_EQ(refusal(problem_with("[[1,2],[3,4],[5,6],[7,8]]", "[[1,2],[3,4],[5,6]]", "[[1],[2],[3],[4]]")),
            "/problem/key is 3 x 2, but query is 4 x 2");
  EXPECT_EQ(refusal(problem_with("[[1,2]]", "[[1,2]]", "[[1],[2]]")),
            "/problem/value is 2 x 1, but query is 1 x 2: as many rows were expected");
  EXPECT_EQ(refusal(problem_with("[[1,2],[3]]", "[[1,2]]", "[[1]]")),
            "/problem/query/1 has 1 numbers, but the first row has 2");
  EXPECT_EQ(refusal(problem_with("[]", "[]", "[]")),
            "/problem/query is [], but an array of at least one row was expected");
  EXPECT_EQ(refusal(problem_with("[[]]", "[[]]", "[[]]")),
            "/problem/query/0 is empty, but a row of at least one number was expected");
  EXPECT_EQ(refusal(problem_with("[1]", "[[1]]", "[[1]]")),
            "/problem/query/0 is 1, but a row, an array of numbers, was expected");
}

TEST(Counterexample, numbers_that_the_dtype_does_not_hold_are_refused) {
  EXPECT_EQ(refusal(problem_with("[[0.1]]", "[[1]]", "[[1]]")),
            "/problem/query/0/0 is 0.1, which no float32 holds exactly; the nearest is 0.10000000149011612");
  EXPECT_EQ(refusal(problem_with("[[0.1]]", "[[1]]", "[[1]]", "float64")), "accepted");
  EXPECT_EQ(refusal(problem_with("[[1e39]]", "[[1]]", "[[1]]")),
            "/problem/query/0/0 is 1e+39, which no float32 holds exactly; the nearest is inf");
  EXPECT_EQ(refusal(problem_with("[[null]]", "[[1]]", "[[1]]")),
            R"(/problem/query/0/0 is null, but a number, "nan", "inf" or "-inf" was expected)");
}

TEST(Counterexample, a_file_nested_without_end_is_refused_before_anybody_recurses_into_it) {
  const std::string path = testing::TempDir() + "attncheck-deep.json";
  std::ofstream(path) << std::string(200000, '[') << std::string(200000, ']');
  EXPECT_THROW(load_counterexample(path), std::invalid_argument);
  std::remove(path.c_str());
}

TEST(Counterexample, a_file_that_is_missing_or_a_folder_is_refused) {
  const auto what = [](const std::string& path) -> std::string {
    try {
      load_counterexample(path);
    } catch (const std::invalid_argument& error) { return error.what(); }
    return "accepted";
  };
  const std::string missing = temporary("missing.json");
  EXPECT_EQ(what(missing), missing + ": cannot be read: No such file or directory");
  const std::string folder = temporary("folder");
  std::filesystem::create_directories(folder);
  EXPECT_EQ(what(folder), folder + ": is a directory, not a file");
  EXPECT_THROW(save_counterexample(folder, {}), std::invalid_argument);
}

}  // namespace
}  // namespace attncheck
