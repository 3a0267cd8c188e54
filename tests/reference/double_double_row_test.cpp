// The double-double tier beside intervals, which use no theorem, and beside the exact tier.
#include "reference/double_double_row.h"

#include <gtest/gtest.h>

#include "reference/audit.h"
#include "reference/exact.h"
#include "tests/reference/double_double_problems.h"

namespace attncheck {
namespace {

std::vector<Problem> everything(DType dtype) {
  std::vector<Problem> all = problems::ordinary(dtype);
  for (const Problem& problem : problems::designed(dtype)) all.push_back(problem);
  for (const Problem& problem : problems::hard(dtype)) all.push_back(problem);
  return all;
}

std::vector<Index> some_rows(const Problem& problem) {
  const Index last = problem.shape.tokens - 1;
  return last == 0 ? std::vector<Index>{0} : std::vector<Index>{last / 2, last};
}

/// Calls `compare(problem, i, row)` for two rows of every problem that the tier answers.
template <class Compare>
int for_answers(DType dtype, Compare compare) {
  int answers = 0;
  for (const Problem& problem : everything(dtype)) {
    const DoubleDoubleRows rows(problem);
    for (const Index i : some_rows(problem)) {
      const auto row = rows.row(i);
      if (!row) continue;
      ++answers;
      compare(problem, i, *row);
    }
  }
  return answers;
}

class DoubleDouble : public testing::TestWithParam<DType> {};

TEST_P(DoubleDouble, encloses_what_intervals_enclose) {
  const int answers = for_answers(GetParam(), [](const Problem& problem, Index i, const RowStats& row) {
    EXPECT_TRUE(row.may_overflow || audit_agrees(problem, i, row)) << problem.family << " row " << i;
  });
  EXPECT_GT(answers, 160) << "most problems are in range";
}

TEST(DoubleDoubleAudit, a_centre_two_units_off_is_noticed) {
  int moved = 0;
  for (const Problem& problem : problems::ordinary(DType::float64)) {
    const Index last = problem.shape.tokens - 1;
    if (last == 0) continue;
    auto row = double_double_row(problem, last);
    ASSERT_TRUE(row);
    for (double& centre : row->centre) centre = std::nextafter(std::nextafter(centre, INFINITY), INFINITY);
    EXPECT_FALSE(audit_agrees(problem, last, *row)) << last << " keys";
    ++moved;
  }
  EXPECT_GT(moved, 20);
}

double largest_value(const Problem& problem) {
  double size = 0;
  for (const double v : problem.value.elements()) size = std::max(size, std::fabs(v));
  return size;
}

TEST_P(DoubleDouble, agrees_with_the_exact_tier_and_is_nearly_as_sharp) {
  for_answers(GetParam(), [](const Problem& problem, Index i, const RowStats& row) {
    const RowStats exact = exact_row(problem, i);
    const double size = largest_value(problem);
    for (std::size_t c = 0; c < row.centre.size(); ++c) {
      EXPECT_LE(std::fabs(row.centre[c] - exact.centre[c]), row.radius[c] + exact.radius[c]) << problem.family;
      if (problem.family == "gaussian" && exact.max_logit < 100) {
        EXPECT_LE(row.radius[c], exact.radius[c] + 0x1p-80 * size) << problem.shape.tokens << " keys";
      }
      if (exact.radius[c] == 0) {
        EXPECT_EQ(row.radius[c], 0) << problem.family << " column " << c;
        EXPECT_EQ(row.centre[c], exact.centre[c]) << problem.family << " column " << c;
      }
    }
  });
}

TEST_P(DoubleDouble, logits_and_weights_are_within_their_errors) {
  for_answers(GetParam(), [](const Problem& problem, Index i, const RowStats& row) {
    const RowStats exact = exact_row(problem, i);
    for (std::size_t j = 0; j < row.logit.size(); ++j) {
      const double doubt = row.logit_error[j] + exact.logit_error[j];
      EXPECT_LE(std::fabs(row.logit[j] - exact.logit[j]), doubt) << problem.family << " key " << j;
      EXPECT_GE(row.gap[j], exact.max_logit - exact.logit[j] - exact.logit_error[j]) << problem.family << " key " << j;
      EXPECT_GE(row.exponential[j], RowStats::negligible);
      // both exponentials are within a rounding and the error of the exact one; a unit covers the quotient below
      const double apart = row.weight_error[j] + exact.weight_error[j] + 0x1p-52;
      if (exact.exponential[j] > RowStats::negligible) {
        EXPECT_LE(std::fabs(row.exponential[j] / exact.exponential[j] - 1), apart) << problem.family << " key " << j;
      } else {
        EXPECT_LE(row.exponential[j], RowStats::negligible * (1 + apart)) << problem.family << " key " << j;
      }
    }
  });
}

TEST_P(DoubleDouble, measures_what_the_other_tiers_measure) {
  for_answers(GetParam(), [](const Problem& problem, Index i, const RowStats& row) {
    const RowStats measured = measure_row(problem, i);
    EXPECT_EQ(row.keys, measured.keys);
    EXPECT_EQ(row.head_dim, measured.head_dim);
    EXPECT_EQ(row.scale_exact, measured.scale_exact);
    EXPECT_EQ(row.may_overflow, measured.may_overflow) << problem.family;
    EXPECT_EQ(row.dot_exact, measured.dot_exact) << problem.family;
    EXPECT_EQ(row.key_size, measured.key_size);
    EXPECT_EQ(row.query_size, measured.query_size);
    EXPECT_EQ(row.query_norm, measured.query_norm);
    const double roundings = (4 * static_cast<double>(row.head_dim) + 16) * 0x1p-53;
    for (std::size_t j = 0; j < measured.grid.size(); ++j) {
      EXPECT_LE(row.grid[j], measured.grid[j]);
      if (row.dot_exact[j] != 0) { EXPECT_EQ(row.grid[j], measured.grid[j]); }
      EXPECT_LE(std::fabs(row.magnitude[j] - measured.magnitude[j]), roundings * measured.magnitude[j]);
      EXPECT_LE(std::fabs(row.key_norm[j] - measured.key_norm[j]), roundings * measured.key_norm[j]);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(DTypes, DoubleDouble, testing::Values(DType::float32, DType::float64),
                         [](const auto& dtype) { return std::string(attncheck::info(dtype.param).name); });

void expect_same_bits(const RowStats& a, const RowStats& b) {
  EXPECT_EQ(a.magnitude, b.magnitude);
  EXPECT_EQ(a.dot_exact, b.dot_exact);
  EXPECT_EQ(a.logit, b.logit);
  EXPECT_EQ(a.exponential, b.exponential);
  EXPECT_EQ(a.weight_error, b.weight_error);
  EXPECT_EQ(a.sum, b.sum);
  EXPECT_EQ(a.centre, b.centre);
  EXPECT_EQ(a.radius, b.radius);
}

TEST(DoubleDoubleKernels, every_processor_type_gives_the_bits_of_plain_code) {
  const auto all = every_double_double();
  EXPECT_GE(all.size(), 2U);
  for (const Problem& problem : everything(DType::float64)) {
    const DoubleDoubleRows plain(problem, plain_double_double());
    for (const DoubleDoubleKernels* kernels : all) {
      const DoubleDoubleRows rows(problem, *kernels);
      for (const Index i : some_rows(problem)) {
        const auto expected = plain.row(i), found = rows.row(i);
        ASSERT_EQ(expected.has_value(), found.has_value()) << kernels->name;
        SCOPED_TRACE(kernels->name + (" on " + problem.family));
        if (found) expect_same_bits(*found, *expected);
      }
    }
  }
}

TEST(DoubleDoubleKernels, a_row_by_itself_is_the_row_among_all) {
  const Problem problem = problems::gaussian(19, 5, 3, DType::float64, true, 61);
  const DoubleDoubleRows rows(problem);
  for (const Index i : {0, 7, 8, 18}) expect_same_bits(*double_double_row(problem, i), *rows.row(i));
}

TEST(DoubleDoubleRange, hidden_keys_and_values_do_not_matter) {
  Problem problem = problems::gaussian(19, 5, 3, DType::float64, true, 62);
  const auto before = double_double_row(problem, 9);
  for (Index j = 10; j < 19; ++j) problem.key(j, 0) = problem.value(j, 1) = 0x1p500;
  expect_same_bits(*double_double_row(problem, 9), *before);
}

// A problem with one number replaced; row 2 of it.
bool answers_with(Tensor Problem::*tensor, double number, DType dtype = DType::float64) {
  Problem problem = problems::gaussian(5, 4, 3, dtype, false, 63);
  (problem.*tensor)(2, 1) = number;
  return double_double_row(problem, 2).has_value();
}

TEST(DoubleDoubleRange, has_no_answer_for_numbers_that_are_not_finite_or_may_leave_the_range) {
  for (const double number : {static_cast<double>(INFINITY), -static_cast<double>(INFINITY), std::nan(""), 0x1p1010})
    for (const auto tensor : {&Problem::query, &Problem::key, &Problem::value})
      EXPECT_FALSE(answers_with(tensor, number)) << number;
  EXPECT_TRUE(answers_with(&Problem::value, 0x1p990));
}

TEST(DoubleDoubleRange, has_no_answer_where_logits_need_more_bits) {
  EXPECT_TRUE(answers_with(&Problem::query, 0x1p30));
  EXPECT_FALSE(answers_with(&Problem::query, 0x1p80));
  EXPECT_FALSE(answers_with(&Problem::key, 0x1p400));
}

TEST(DoubleDoubleRange, numbers_at_the_bottom_of_the_range_are_answered_as_sharply_as_by_the_exact_tier) {
  for (const double size : {0x1p-1074, 0x1p-1060, 0x1p-1022, 0x1p-1000, 0x1p-540}) {
    Problem problem = problems::gaussian(12, 4, 3, DType::float64, false, 64);
    for (double& v : problem.value.elements()) v = std::nearbyint(8 * v) * size;
    for (Index j = 0; j < 12; j += 2)
      for (double& k : problem.key.row(j)) k = std::nearbyint(8 * k) * size;
    const auto row = double_double_row(problem, 5);
    ASSERT_TRUE(row) << size;
    EXPECT_TRUE(audit_agrees(problem, 5, *row)) << size;
    const RowStats exact = exact_row(problem, 5);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_LE(row->radius[c], exact.radius[c] * (1 + 0x1p-20)) << size;
  }
}

TEST(DoubleDoubleRange, says_that_a_float32_row_may_overflow) {
  Problem problem = problems::gaussian(5, 4, 3, DType::float32, false, 65);
  problem.value(1, 1) = 0x1p126;
  const auto row = double_double_row(problem, 2);
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->may_overflow);
}

TEST(DoubleDoubleRange, equal_values_are_the_output_without_any_radius) {
  for (const double value : {3.7, -0x1p-1074, 0x1.8p-1040, 1e299}) {
    Problem problem = problems::gaussian(40, 7, 2, DType::float64, false, 66);
    for (Index j = 0; j < 40; ++j) problem.value(j, 1) = value;
    const auto row = double_double_row(problem, 11);
    ASSERT_TRUE(row) << value;
    EXPECT_EQ(row->centre[1], value);
    EXPECT_EQ(row->radius[1], 0);
    EXPECT_GT(row->radius[0], 0);
  }
}

}  // namespace
}  // namespace attncheck
