// The diagnosis on files written without our faults at hand.
#include "tests/diagnose/variants.h"

#include <gtest/gtest.h>

namespace attncheck {
namespace {

class Variants : public testing::TestWithParam<Variant> {};

TEST_P(Variants, are_called_by_their_mistake_or_not_named_at_all) {
  const std::vector<std::string> expected = expected_names(GetParam().path);
  ASSERT_FALSE(told(GetParam().path, "Is").empty()) << "the file does not say what it is";
  const auto diagnosis = diagnosis_of(GetParam().path);
  ASSERT_TRUE(diagnosis) << "no compared problem shows the mistake";
  for (const std::string& name : diagnosis->faults)
    EXPECT_NE(std::ranges::find(expected, name), expected.end()) << name << " is a wrong name: " << diagnosis->mistake;
  EXPECT_EQ(diagnosis->faults.empty(), expected.empty()) << diagnosis->mistake;
  if (!diagnosis->faults.empty()) {
    const bool measured =
        diagnosis->faults[0].starts_with("scale") || diagnosis->faults[0].find('/') == std::string::npos;
    const std::string says = measured ? told(GetParam().path, "Says") : "";
    EXPECT_NE(diagnosis->mistake.find(says), std::string::npos) << diagnosis->mistake;
    EXPECT_EQ(diagnosis->explained, diagnosis->compared);
  }
}

INSTANTIATE_TEST_SUITE_P(Diagnosis, Variants, testing::ValuesIn(files_of("tests/diagnose/variants")),
                         [](const auto& test) { return test.param.name; });

TEST(Variants, are_enough_to_measure_on) {
  std::size_t named = 0;
  for (const Variant& variant : files_of("tests/diagnose/variants")) named += told(variant.path, "Is") != "none";
  EXPECT_GE(named, 24U);
}

}  // namespace
}  // namespace attncheck
