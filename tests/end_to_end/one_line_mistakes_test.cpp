// A correct C file holds; each mistake made by replacing exactly one of its lines is noticed first by the property it
// breaks, with a counterexample that a person can check by hand.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "run/plan.h"
#include "tests/power/judged.h"

namespace attncheck::power {
namespace {

constexpr const char* newcomer = ATTNCHECK_SOURCE_DIR "/tests/end_to_end/newcomer.c";

struct Mistake {
  const char* name;
  const char* right;     // the line, without its indentation
  const char* wrong;     // what stands there instead
  const char* property;  // glob of what must notice it first
  const char* outcome = "falsified";
  bool by_hand = true;  // shows on 4 tokens x 2 dims
};

constexpr const char* scale = "float scale = 1 / sqrtf(head_dim);";
constexpr const char* seen = "size_t seen = causal ? i + 1 : tokens;";
constexpr const char* exponentials = "for (size_t j = 0; j < seen; j++) sum += weight[j] = expf(weight[j] - max);";
constexpr const char* dot =
    "for (size_t c = 0; c < head_dim; c++) dot += query[i * head_dim + c] * key[j * head_dim + c];";
constexpr const char* total = "for (size_t j = 0; j < seen; j++) total += weight[j] / sum * value[j * value_dim + c];";
constexpr const char* store = "output[i * value_dim + c] = total;";

constexpr Mistake mistakes[] = {
    {"the_scale_is_missing", scale, "float scale = 1;", "scaling/*"},
    {"divided_by_head_dim", scale, "float scale = 1.0f / head_dim;", "scaling/*"},
    {"scaled_by_value_dim", scale, "float scale = 1 / sqrtf(value_dim);", "scaling/*"},
    {"the_maximum_is_not_subtracted", exponentials,
     "for (size_t j = 0; j < seen; j++) sum += weight[j] = expf(weight[j]);", "normalization/*"},
    {"the_maximum_starts_at_zero", "float max = -INFINITY;", "float max = 0;", "normalization/*"},
    {"a_row_does_not_see_its_own_token", seen, "size_t seen = causal ? i : tokens;",
     "causality/row_zero_is_first_value"},
    {"a_row_sees_the_next_token", seen, "size_t seen = causal && i + 2 < tokens ? i + 2 : tokens;",
     "causality/future_is_invisible"},
    {"the_mask_comes_after_the_softmax", exponentials,
     "for (size_t j = 0; j < tokens; j++) sum += weight[j] = expf(weight[j] - max);", "causality/future_is_invisible"},
    {"the_sum_starts_at_one", "float sum = 0;", "float sum = 1;", "normalization/rows_sum_to_one"},
    {"the_last_key_is_dropped", seen, "size_t seen = causal ? i + 1 : tokens - 1;", "normalization/*"},
    // Buffers start at multiples of 64 bytes, so that reading past a short one meets no unreadable page.
    {"value_is_indexed_with_head_dim", total,
     "for (size_t j = 0; j < seen; j++) total += weight[j] / sum * value[j * head_dim + c];", "shape/*", "crashed",
     false},
    {"output_is_indexed_with_head_dim", store, "output[i * head_dim + c] = total;", "shape/*"},
    {"two_to_the_x_for_e_to_the_x", exponentials,
     "for (size_t j = 0; j < seen; j++) sum += weight[j] = exp2f(weight[j] - max);", "scaling/*"},
    {"query_and_key_are_swapped", dot,
     "for (size_t c = 0; c < head_dim; c++) dot += key[i * head_dim + c] * query[j * head_dim + c];", "scaling/*"},
};

std::ostream& operator<<(std::ostream& out, const Mistake& mistake) { return out << mistake.wrong; }

/// newcomer.c with the line replaced; empty when the line does not stand there exactly once.
std::string with_mistake(const Mistake& mistake) {
  std::string text = read_file(newcomer);
  const std::string line = std::string(mistake.right) + "\n";
  const auto place = text.find(line);
  if (place == std::string::npos || text.find(line, place + 1) != std::string::npos) return {};
  return text.replace(place, line.size(), std::string(mistake.wrong) + "\n");
}

/// At most 4 tokens and 2 channels; identity values have as many channels as tokens.
void expect_checked_by_hand(const nlohmann::json& problem) {
  const auto tokens = problem.at("query").size();
  EXPECT_LE(tokens, 4U) << problem;
  EXPECT_LE(problem["query"].at(0).size(), 2U) << problem;
  const auto value_dim = problem.at("value").at(0).size();
  EXPECT_TRUE(value_dim <= 2 || value_dim == tokens) << problem;
}

TEST(Newcomer, a_file_written_only_from_the_readme_holds_and_is_asked_every_designed_case) {
  const Judged judged = judge(newcomer, "--verbose");
  EXPECT_EQ(judged.exit_code, 0) << judged.text;
  const std::regex line("(\\d+) of (\\d+) designed cases asked");
  int properties = 0;
  for (std::sregex_iterator it(judged.text.begin(), judged.text.end(), line), end; it != end; ++it, ++properties)
    EXPECT_EQ((*it)[1], (*it)[2]) << judged.text;
  EXPECT_GE(properties, 10);
}

class OneLine : public testing::TestWithParam<Mistake> {};

TEST_P(OneLine, is_noticed_first_by_the_property_it_breaks_and_can_be_checked_by_hand) {
  const Mistake& mistake = GetParam();
  const std::string text = with_mistake(mistake);
  ASSERT_FALSE(text.empty()) << "newcomer.c does not hold this line exactly once: " << mistake.right;
  const std::string file = own_folder().string() + ".c";
  std::ofstream(file) << text;
  const Judged judged = judge(file, "--effort quick --fail-fast");
  std::filesystem::remove(file);
  ASSERT_EQ(judged.exit_code, 1) << judged.text;
  const Result first = judged.against().at(0);
  EXPECT_TRUE(attncheck::matches(mistake.property, first.id)) << judged.text;
  EXPECT_EQ(first.outcome, mistake.outcome) << judged.text;
  if (mistake.by_hand) expect_checked_by_hand(first.problem);
}

INSTANTIATE_TEST_SUITE_P(Newcomer, OneLine, testing::ValuesIn(mistakes),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace attncheck::power
