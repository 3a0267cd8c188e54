// The compact attention on problems whose answer is known without rounding, and its complaints about shapes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "attention/matrix.h"
#include "attention/online.h"
#include "attention/projection.h"
#include "attention/row.h"

namespace attncheck {
namespace {

template <class T>
using WholeForm = void (*)(const T*, const T*, const T*, T*, std::size_t, std::size_t, std::size_t, bool);

template <class T>
class CompactAttention : public testing::Test {
 protected:
  const std::vector<std::pair<const char*, WholeForm<T>>> forms{
      {"row", &attention_by_rows<T>}, {"matrix", &attention_by_matrix<T>}, {"online", &attention_online<T>}};

  static std::vector<T> run(WholeForm<T> form, const Matrix<T>& query, const Matrix<T>& key, const Matrix<T>& value,
                            bool causal) {
    std::vector<T> output(query.rows() * value.cols());
    form(query.view().data, key.view().data, value.view().data, output.data(), query.rows(), query.cols(), value.cols(),
         causal);
    return output;
  }
};

using BothTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(CompactAttention, BothTypes);

template <class T>
Matrix<T> counting(std::size_t rows, std::size_t cols) {
  Matrix<T> matrix(rows, cols);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) matrix(i, j) = static_cast<T>(i);
  return matrix;
}

TYPED_TEST(CompactAttention, averages_the_visible_values_when_all_logits_are_equal) {
  using T = TypeParam;
  const Matrix<T> zeros(64, 3), value = counting<T>(64, 2);
  for (const auto& [name, form] : this->forms) {
    const std::vector<T> output = this->run(form, zeros, zeros, value, true);
    for (const std::size_t i : {0u, 1u, 3u, 7u, 15u, 31u, 63u})
      EXPECT_EQ(output[2 * i + 1], static_cast<T>(i) / 2) << name << " row " << i;
    EXPECT_EQ(this->run(form, zeros, zeros, value, false)[0], T(63) / 2) << name;
  }
}

TYPED_TEST(CompactAttention, returns_the_value_of_a_key_that_dominates) {
  using T = TypeParam;
  Matrix<T> query(40, 1, T(64)), key(40, 1);
  const Matrix<T> value = counting<T>(40, 1);
  for (const std::size_t winner : {0u, 15u, 16u, 17u, 39u}) {
    key = Matrix<T>(40, 1);
    key(winner, 0) = 64;
    for (const auto& [name, form] : this->forms)
      EXPECT_EQ(this->run(form, query, key, value, false)[5], static_cast<T>(winner)) << name;
  }
}

TYPED_TEST(CompactAttention, gives_the_first_causal_row_the_first_value_exactly) {
  using T = TypeParam;
  const Matrix<T> query(3, 2, T(1.25)), key(3, 2, T(0.75));
  Matrix<T> value(3, 1, T(9));
  value(0, 0) = T(1) / T(3);
  for (const auto& [name, form] : this->forms)
    EXPECT_EQ(this->run(form, query, key, value, true)[0], value(0, 0)) << name;
}

TYPED_TEST(CompactAttention, lets_no_hidden_key_or_value_through_even_when_it_is_not_a_number) {
  using T = TypeParam;
  Matrix<T> query(4, 2, T(1)), key(4, 2, T(1)), value(4, 1, T(2));
  key(3, 0) = value(3, 0) = std::numeric_limits<T>::quiet_NaN();
  for (const auto& [name, form] : this->forms) {
    const std::vector<T> output = this->run(form, query, key, value, true);
    for (const std::size_t i : {0u, 1u}) EXPECT_EQ(output[i], T(2)) << name << " row " << i;
    EXPECT_FALSE(std::isnan(output[2])) << name;
    EXPECT_TRUE(std::isnan(output[3])) << name;
  }
}

TYPED_TEST(CompactAttention, shifts_by_the_maximum_so_that_no_exponential_overflows) {
  using T = TypeParam;
  for (const T sign : {T(1), T(-1)}) {
    const Matrix<T> query(2, 1, T(1024)), key(2, 1, sign * T(1024)), value = counting<T>(2, 1);
    for (const auto& [name, form] : this->forms)
      EXPECT_EQ(this->run(form, query, key, value, false)[0], T(0.5)) << name;
  }
}

TYPED_TEST(CompactAttention, in_matrix_form_shows_scaled_logits_and_weights_that_sum_to_one) {
  using T = TypeParam;
  Matrix<T> query(2, 4, T(1)), key(2, 4, T(1)), value = counting<T>(2, 1);
  const AttentionMatrices<T> all = attention_matrices(query.view(), key.view(), value.view(), true);
  EXPECT_EQ(dot_products(query.view(), key.view())(1, 0), T(4));
  EXPECT_EQ(all.logits(1, 0), T(2));
  EXPECT_EQ(all.logits(0, 1), -std::numeric_limits<T>::infinity());
  EXPECT_EQ(all.weights(0, 0), T(1));
  EXPECT_EQ(all.weights(0, 1), T(0));
  EXPECT_EQ(all.weights(1, 0) + all.weights(1, 1), T(1));
  EXPECT_EQ(all.output(1, 0), T(0.5));
}

TYPED_TEST(CompactAttention, projects_the_same_tokens_three_times) {
  using T = TypeParam;
  Matrix<T> tokens = counting<T>(3, 2), w_query(2, 2, T(1)), w_key(2, 2, T(2)), w_value(2, 1, T(3));
  const QueryKeyValue<T> projected = project(tokens.view(), QueryKeyValue<T>{w_query, w_key, w_value});
  EXPECT_EQ(projected.query(2, 1), T(4));
  EXPECT_EQ(projected.key(2, 0), T(8));
  EXPECT_EQ(projected.value(2, 0), T(12));
  EXPECT_EQ(projected.value.cols(), 1u);
}

/// What is said when `act` is refused.
template <class Act>
std::string complaint(Act act) {
  try {
    act();
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "nothing was refused";
}

TEST(Shapes, that_do_not_fit_are_named_both) {
  const Matrix<float> four_by_two(4, 2), four_by_three(4, 3), five_by_two(5, 2);
  const auto matrices = [&](const auto& q, const auto& k, const auto& v) {
    return complaint([&] { attention_matrices(q.view(), k.view(), v.view(), false); });
  };
  EXPECT_EQ(matrices(four_by_two, four_by_three, four_by_two),
            "query is [4, 2], but key is [4, 3]: both need the same head_dim, at least 1");
  EXPECT_EQ(matrices(four_by_two, four_by_two, five_by_two),
            "key is [4, 2], but value is [5, 2]: both need one row a token");
  EXPECT_EQ(matrices(five_by_two, four_by_two, four_by_two),
            "query is [5, 2], but key is [4, 2]: both need one row a token");
}

TEST(Shapes, of_one_row_are_checked_in_both_row_forms) {
  const Matrix<float> key(3, 2), value(3, 1), short_value(2, 1);
  const std::vector<float> query(2), long_query(3);
  for (const auto form : {&attention_row<float>, &attention_online_row<float>}) {
    const auto said = [&](const std::vector<float>& q, const Matrix<float>& v, std::size_t visible) {
      return complaint([&] { form(q, key.view(), v.view(), visible); });
    };
    EXPECT_EQ(said(query, value, 3), "nothing was refused");
    EXPECT_EQ(said(long_query, value, 3),
              "query is [1, 3], but key is [3, 2]: both need the same head_dim, at least 1");
    EXPECT_EQ(said(query, short_value, 3), "key is [3, 2], but value is [2, 1]: both need one row a token");
    EXPECT_EQ(said(query, value, 4), "key is [3, 2], but a query sees 4 keys: it must see 1 to all of them");
    EXPECT_EQ(said(query, value, 0), "key is [3, 2], but a query sees 0 keys: it must see 1 to all of them");
  }
}

TEST(Shapes, of_projections_are_checked_against_the_tokens_and_each_other) {
  const Matrix<float> tokens(4, 2), two_by_two(2, 2), two_by_three(2, 3), three_by_two(3, 2);
  const auto said = [&](const Matrix<float>& q, const Matrix<float>& k) {
    return complaint([&] { project(tokens.view(), QueryKeyValue<float>{q, k, two_by_two}); });
  };
  EXPECT_EQ(
      said(two_by_two, two_by_three),
      "query projection is [2, 2], but key projection is [2, 3]: query and key meet in a dot product and need the "
      "same head_dim");
  EXPECT_EQ(said(three_by_two, three_by_two),
            "tokens is [4, 2], but projection is [3, 2]: the projection needs one row a model dimension");
}

}  // namespace
}  // namespace attncheck
