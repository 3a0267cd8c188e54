// Reads the include lines of the whole project and fails on every arrow that the table in arrows.h does not have.
#include "arrows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tree.h"

namespace attncheck::tree {
namespace {

bool stands_beside(const File& file, const std::string& include) {
  const auto folder = (std::filesystem::path(ATTNCHECK_SOURCE_DIR) / file.path).parent_path();
  return std::filesystem::exists(folder / include);
}

std::vector<std::string> files_that_say(const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (const File& file : sources("src")) {
    if (std::regex_search(without_comments(file.text), regex)) found.push_back(file.path);
  }
  return found;
}

TEST(Arrows, every_include_line_follows_one_of_the_table) {
  int lines = 0;
  for (const File& file : files()) {
    if (!is_source(file)) continue;
    const Room* room = room_of(file.path);
    ASSERT_NE(room, nullptr) << file.path << " stands in no room of tests/rooms/arrows.h";
    for (const std::string& include : includes(file.text)) {
      ++lines;
      EXPECT_TRUE(may_include(*room, include) || stands_beside(file, include))
          << file.path << " includes " << include << ", which " << room->path << " may not";
    }
  }
  EXPECT_GT(lines, 0);
}

TEST(Arrows, a_room_includes_only_what_stands_above_it_in_the_table) {
  std::set<std::string> above = {};
  std::set<std::string> all = {};
  for (const Room& room : rooms) all.insert(include_prefix(room));
  for (const Room& room : rooms) {
    for (const std::string& allowed : room.may_include) {
      const std::string prefix = allowed.substr(0, allowed.find('/') + 1);
      if (!all.contains(prefix)) continue;
      EXPECT_TRUE(above.contains(prefix)) << room.path << " may include " << allowed << ", which stands below it";
    }
    above.insert(include_prefix(room));
  }
}

TEST(Arrows, every_row_of_the_table_has_a_file) {
  for (const Room& room : rooms) {
    const bool used = std::any_of(files().begin(), files().end(),
                                  [&](const File& file) { return file.path == room.path || file.in(room.path); });
    EXPECT_TRUE(used) << room.path << " does not exist: take its row out of tests/rooms/arrows.h";
  }
}

TEST(Arrows, properties_and_faults_are_cpp_files_two_folders_deep) {
  const std::regex place(R"((properties|faults)/[a-z0-9_]+/[a-z0-9_]+\.cpp)");
  for (const File& file : files()) {
    if (!file.in("properties") && !file.in("faults")) continue;
    EXPECT_TRUE(std::regex_match(file.path, place)) << file.path << " is not <group>/<name>.cpp";
  }
}

TEST(Arrows, one_file_knows_the_inside_of_rapidcheck) {
  EXPECT_LE(files_that_say(R"(rc::detail|rapidcheck/detail/)").size(), 1U);
}

TEST(Arrows, the_reference_shares_no_code_with_the_attention_it_judges) {
  EXPECT_FALSE(may_include(*room_of("reference/oracle.cpp"), "attention/row.h"));
  EXPECT_TRUE(may_include(*room_of("reference/oracle.cpp"), "boost/multiprecision/mpfi.hpp"));
}

TEST(Arrows, a_property_sees_the_words_and_the_standard_library_only) {
  const Room& room = *room_of("properties/scaling/some_claim.cpp");
  EXPECT_TRUE(may_include(room, "attncheck/property.h"));
  EXPECT_TRUE(may_include(room, "vector"));
  for (const char* outside :
       {"core/text.h", "rapidcheck.h", "unistd.h", "boost/math/distributions.hpp", "run/result.h"}) {
    EXPECT_FALSE(may_include(room, outside)) << outside;
  }
}

TEST(Arrows, posix_stays_in_the_room_of_subjects) {
  for (const char* header : {"unistd.h", "sys/mman.h", "dlfcn.h", "signal.h"}) {
    EXPECT_TRUE(may_include(*room_of("src/subject/child_process.cpp"), header)) << header;
    EXPECT_FALSE(may_include(*room_of("src/run/runner.cpp"), header)) << header;
  }
}

TEST(Arrows, include_lines_are_found_however_they_are_written) {
  const std::string text =
      "#include <vector>\n  #  include \"core/text.h\"\n// #include \"run/result.h\"\n#include<map>\n";
  EXPECT_EQ(includes(text), (std::vector<std::string>{"vector", "core/text.h", "map"}));
}

}  // namespace
}  // namespace attncheck::tree
