// The rules about files that a compiler does not check: sizes, names, numbers and words.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "attncheck/fault.h"
#include "attncheck/property.h"
#include "fault/table.h"
#include "property/table.h"
#include "tree.h"

namespace attncheck::tree {
namespace {

struct Limit {
  const char* path;
  std::ptrdiff_t lines;  // of each file
};

// The last row that fits a file decides.
constexpr Limit limits[] = {
    {"src", 400},
    {"reference", 400},
    {"bench", 400},
    {"examples", 400},
    {"script", 400},
    {"cmake", 400},
    {"tests", 600},
    {"properties", 80},
    {"faults", 80},
    {"reference/definition.h", 70},
    {"src/attention/row.h", 70},
};

std::ptrdiff_t limit_of(const File& file) {
  std::ptrdiff_t lines = 0;
  for (const Limit& limit : limits) {
    if (file.path == limit.path || file.in(limit.path)) lines = limit.lines;
  }
  return lines;
}

// group/name of every `macro(group, name, ...)` in a file.
std::vector<std::string> enrolled(const File& file, const std::string& macro) {
  const std::regex call(macro + R"(\(\s*(\w+)\s*,\s*(\w+)\s*,)");
  const std::string code = without_comments(file.text);
  std::vector<std::string> found;
  for (std::sregex_iterator match(code.begin(), code.end(), call), end; match != end; ++match) {
    found.push_back((*match)[1].str() + "/" + (*match)[2].str());
  }
  return found;
}

// Every file below `folder` enrols exactly the thing its path names. Returns the names.
std::set<std::string> names_of_files(const std::string& folder, const std::string& macro) {
  std::set<std::string> names;
  for (const File& file : sources(folder)) {
    const std::string name = file.path.substr(folder.size() + 1, file.path.rfind('.') - folder.size() - 1);
    EXPECT_EQ(enrolled(file, macro), std::vector<std::string>{name}) << file.path;
    names.insert(name);
  }
  return names;
}

template <class Entry>
std::multiset<std::string> names_of_entries(const std::vector<const Entry*>& table) {
  std::multiset<std::string> names;
  for (const Entry* entry : table) names.insert(entry->id());
  return names;
}

void expect_same(const std::set<std::string>& in_files, const std::multiset<std::string>& in_table) {
  EXPECT_FALSE(in_files.empty());
  EXPECT_EQ(std::multiset<std::string>(in_files.begin(), in_files.end()), in_table);
}

// Powers of two are not meant: units in the last place are what a radius is made of.
std::vector<std::string> literal_tolerances(const std::string& text) {
  static const std::regex tolerance(R"((?:EXPECT|ASSERT)_NEAR|\b\d+\.?\d*[eE]-\d+|\b0\.0\d*[1-9])");
  return matches(without_comments(text), tolerance);
}

TEST(Rules, no_file_is_longer_than_its_folder_allows) {
  for (const File& file : files()) {
    const std::ptrdiff_t limit = limit_of(file);
    if (limit > 0) { EXPECT_LE(file.lines(), limit) << file.path; }
  }
}

TEST(Rules, the_compact_attention_is_read_in_one_sitting) {
  const std::vector<File> attention = sources("src/attention");
  const auto lines = std::accumulate(attention.begin(), attention.end(), std::ptrdiff_t{0},
                                     [](std::ptrdiff_t sum, const File& file) { return sum + file.lines(); });
  EXPECT_GT(lines, 0);
  EXPECT_LT(lines, 300);
}

TEST(Rules, every_property_file_is_the_property_its_path_says_and_is_in_the_table) {
  expect_same(names_of_files("properties", "ATTNCHECK_PROPERTY"), names_of_entries(all_properties()));
}

TEST(Rules, every_fault_file_is_the_fault_its_path_says_and_is_in_the_table) {
  expect_same(names_of_files("faults", "ATTNCHECK_FAULT"), names_of_entries(all_faults()));
}

TEST(Rules, no_property_carries_a_tolerance_of_its_own) {
  for (const char* folder : {"properties", "src/property"}) {
    for (const File& file : sources(folder))
      EXPECT_EQ(literal_tolerances(file.text), std::vector<std::string>{}) << file.path;
  }
}

TEST(Rules, a_literal_tolerance_is_recognised_and_a_comment_is_not_one) {
  for (const char* text : {"x < 1e-6", "EXPECT_NEAR(a, b, c)", "0.001", "1.5E-3"}) {
    EXPECT_FALSE(literal_tolerances(text).empty()) << text;
  }
  for (const char* text : {"// about 1e-9", "/* 0.001 */", "x < 0.5", "1e9", "bound[1]", "0x1p-53"}) {
    EXPECT_TRUE(literal_tolerances(text).empty()) << text;
  }
}

TEST(Rules, headers_open_with_what_they_are) {
  for (const char* folder : {"src", "reference", "bench"}) {
    for (const File& file : sources(folder)) {
      if (!file.path.ends_with(".h")) continue;
      const std::string name = file.path.substr(file.path.rfind('/') + 1);
      const bool opens =
          file.text.starts_with("#pragma once\n// " + name + ": ") || file.text.starts_with("/* " + name);
      EXPECT_TRUE(opens) << file.path << " does not open with: // " << name << ": one sentence";
    }
  }
}

TEST(Rules, no_file_speaks_of_the_machine_it_was_written_on) {
  const std::regex place(R"((?:^|[\s"'(=:])/(?:home|root|Users|w[o]rk|mnt|tmp)/\w)");
  for (const File& file : files()) {
    if (!file.in("tests")) { EXPECT_EQ(matches(file.text, place), std::vector<std::string>{}) << file.path; }
  }
}

}  // namespace
}  // namespace attncheck::tree
