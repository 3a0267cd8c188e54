// The CMake functions: what each wrong call is told, in one line, when the project is configured.
#include <gtest/gtest.h>

#include <regex>

#include "doors.h"

namespace attncheck::doors {
namespace {

/// Configures a project that finds the installation and says `lines`. One folder for all, so that CMake looks at the
/// compiler once.
Ran configured(const std::string& lines) {
  const fs::path prefix = installed();
  const Lock lock;
  const fs::path folder = doors_dir() / "functions";
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
  write("mine.cpp", read(source_dir() / "examples/own_property/signs_cancel.cpp"));
  write("ours.cpp", read(source_dir() / "properties/causality/future_is_invisible.cpp"));
  write("none.cpp", "// ATTNCHECK_PROPERTY(only, mentioned, \"\")\nint x;\n");
  write("CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.21)\nproject(wrong LANGUAGES CXX)\nenable_testing()\n"
        "find_package(attncheck REQUIRED)\nadd_library(interface INTERFACE)\nadd_custom_target(custom)\n"
        "add_library(archive STATIC none.cpp)\n" +
            lines + "\n");
  return run(configure(folder, folder / "build", "-DCMAKE_PREFIX_PATH=" + quoted(prefix)));
}

/// CMake breaks long lines; the message in one line.
std::string message_of(const Ran& ran) {
  const std::string text = std::regex_replace(ran.text, std::regex("\\s+"), " ");
  std::smatch found;
  return std::regex_search(text, found, std::regex("\\(message\\): (.*?) Call Stack")) ? found[1].str() : ran.text;
}

void expect_told(const std::string& lines, const std::string& line) {
  const Ran ran = configured(lines);
  EXPECT_NE(ran.code, 0) << lines;
  EXPECT_EQ(message_of(ran), line) << ran.text;
}

TEST(AddProperties, wants_a_target_and_files) {
  expect_told("attncheck_add_properties(FILES mine.cpp)",
              "attncheck_add_properties: TARGET is missing; expected TARGET name FILES a.cpp...");
  expect_told("attncheck_add_properties(TARGET a)",
              "attncheck_add_properties: FILES is missing; expected TARGET name FILES a.cpp...");
  expect_told("attncheck_add_properties(a mine.cpp)",
              "attncheck_add_properties: 'a' is not understood; expected TARGET name FILES a.cpp...");
}

TEST(AddProperties, wants_an_executable_or_a_new_name) {
  expect_told("attncheck_add_properties(TARGET interface FILES mine.cpp)",
              "attncheck_add_properties: TARGET interface is no executable of this project (INTERFACE_LIBRARY); "
              "expected one, or a new name");
}

TEST(AddProperties, wants_files_with_one_property_each) {
  expect_told("attncheck_add_properties(TARGET a FILES none.cpp)",
              "attncheck_add_properties: none.cpp: has no ATTNCHECK_PROPERTY(group, name, ...)");
  expect_told("attncheck_add_faults(TARGET a FILES mine.cpp)",
              "attncheck_add_faults: mine.cpp: has no ATTNCHECK_FAULT(group, name, ...)");
  expect_told("attncheck_add_properties(TARGET a FILES gone.cpp)",
              "attncheck_add_properties: gone.cpp: there is no such file");
}

TEST(AddProperties, wants_names_that_are_free) {
  expect_told("attncheck_add_properties(TARGET a FILES ours.cpp)",
              "attncheck_add_properties: ours.cpp: attncheck has a property causality/future_is_invisible already; "
              "give this one another name");
  expect_told("attncheck_add_properties(TARGET a FILES mine.cpp mine.cpp)",
              "attncheck_add_properties: mine.cpp: a has a property mine/signs_cancel already");
}

TEST(AddTest, wants_a_library_and_a_function) {
  expect_told("attncheck_add_test(TARGET gone ENTRY f)", "attncheck_add_test: TARGET gone: there is no such target");
  expect_told("attncheck_add_test(TARGET custom ENTRY f)", "attncheck_add_test: TARGET custom is no library (UTILITY)");
  expect_told("attncheck_add_test(TARGET interface)",
              "attncheck_add_test: neither ENTRY (float32) nor ENTRY_F64 (float64) names a C function");
  expect_told("attncheck_add_test(TARGET interface ENTRY a::b)",
              "attncheck_add_test: 'a::b' is not the name of a C function");
}

TEST(AddTest, wants_an_archive_that_can_be_loaded) {
  expect_told("attncheck_add_test(TARGET archive ENTRY f)",
              "attncheck_add_test: TARGET archive is to be loaded as a shared module; "
              "set_target_properties(archive PROPERTIES POSITION_INDEPENDENT_CODE ON)");
}

TEST(AddTest, wants_options_that_check_knows) {
  expect_told("attncheck_add_test(TARGET interface ENTRY f EFFORT much)",
              "attncheck_add_test: EFFORT is 'much'; expected one of quick, default, thorough");
  expect_told("attncheck_add_test(TARGET interface ENTRY f DTYPE half)",
              "attncheck_add_test: DTYPE is 'half'; expected one of float32, float64");
  expect_told("attncheck_add_test(TARGET interface ENTRY f SEED -1)",
              "attncheck_add_test: SEED is '-1'; expected a whole number or random");
}

}  // namespace
}  // namespace attncheck::doors
