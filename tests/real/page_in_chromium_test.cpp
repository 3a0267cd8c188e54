// The pages in a browser: nothing runs over the edge at 1280 or at 390 pixels, and the console stays empty.
// A frame of a given width is what a telephone is to the style sheet; a window of headless Chromium has a smallest
// width.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/text.h"
#include "page/check_page.h"
#include "page/class_page.h"
#include "process/command.h"
#include "report/junit.h"
#include "tests/page/markup.h"
#include "tests/page/sample_pages.h"

namespace attncheck::page {
namespace {

namespace fs = std::filesystem;

class Chromium : public testing::Test {
 protected:
  void SetUp() override {
    program_ = find_program("chromium");
    ASSERT_FALSE(program_.empty()) << "chromium is not installed: apt-get install chromium";
    folder_ = fs::path(testing::TempDir()) /
              (std::string("attncheck-page-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  /// The document after it was loaded, and what the console said: "CONSOLE" stands before each line of it.
  std::string opened(const std::string& name, const std::string& html) const {
    const fs::path file = folder_ / name;
    std::ofstream(file) << html;
    const auto [said, status] = run_command(
        "timeout 120 " + shell_word(program_) +
        " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --enable-logging=stderr --user-data-dir=" +
        shell_word((folder_ / "profile").string()) + " --virtual-time-budget=5000 --window-size=1400,1000 --dump-dom " +
        shell_word("file://" + file.string()) + " 2>&1");
    EXPECT_EQ(status, 0) << said.substr(0, 2000);
    EXPECT_TRUE(contains(said, "</html>")) << said.substr(0, 2000);
    return said;
  }

  /// The page in one frame a width; the title becomes "1280:1280 390:390 ", width of the frame and of what is in it.
  std::string widths_of(const std::string& page) const {
    std::string frames;
    for (const char* width : {"1280", "390"})
      frames += std::string("<iframe width=\"") + width + "\" height=\"800\" srcdoc=\"" + xml_escaped(page) +
                "\"></iframe>\n";
    const std::string measures =
        "<script>onload = () => { let said = ''; for (const frame of document.querySelectorAll('iframe')) {"
        "const root = frame.contentDocument.documentElement;"
        "for (const folded of root.querySelectorAll('details')) folded.open = true;"
        "said += frame.width + ':' + Math.max(root.scrollWidth, frame.contentDocument.body.scrollWidth) + ' '; }"
        "document.title = said; }</script>\n";
    const std::string said = opened(
        "frames.html", "<!DOCTYPE html><html><head><title>not loaded</title><style>iframe { border: 0 }</style>" +
                           measures + "</head><body>" + frames + "</body></html>");
    EXPECT_FALSE(contains(said, "CONSOLE")) << said.substr(said.find("CONSOLE"), 500);
    const std::size_t first = said.find("<title>") + 7;
    return said.substr(first, said.find("</title>", first) - first);
  }

  void expect_fits(const std::string& page) const {
    const std::string said = opened("page.html", page);
    EXPECT_FALSE(contains(said, "CONSOLE")) << said.substr(said.find("CONSOLE"), 500);
    const std::string widths = widths_of(page);
    for (const int width : {1280, 390}) {
      const std::string start = std::to_string(width) + ":";
      const std::size_t at = widths.find(start);
      ASSERT_NE(at, std::string::npos) << widths;
      EXPECT_LE(std::stoi(widths.substr(at + start.size())), width) << widths;
      EXPECT_GT(std::stoi(widths.substr(at + start.size())), width / 2) << widths;
    }
  }

 private:
  std::string program_;
  fs::path folder_;
};

TEST_F(Chromium, shows_a_run_without_running_over_the_edge) { expect_fits(check_page(crowded_run(), sample_view())); }

TEST_F(Chromium, shows_a_run_that_says_nothing) { expect_fits(check_page({}, {})); }

TEST_F(Chromium, shows_a_class_without_running_over_the_edge) {
  expect_fits(
      class_page(crowded_class(), {"a_file_with_a_very_long_name_that_nothing_can_run_because_it_is_text.txt"}));
}

TEST_F(Chromium, runs_nothing_of_what_a_subject_wrote) {
  RunResult result = bad_run();
  result.properties[1].findings[0].subject_stderr = "<script>console.error('ran')</script><img src=x onerror=alert(1)>";
  expect_fits(check_page(result, sample_view()));
}

TEST_F(Chromium, measures_a_page_that_is_too_wide_and_hears_the_console) {
  const std::string said = opened("loud.html", "<html><body><script>console.error('ran')</script></body></html>");
  EXPECT_TRUE(contains(said, "CONSOLE")) << said;
  const std::string widths = widths_of("<html><body><div style=\"width: 900px\">wide</div></body></html>");
  EXPECT_TRUE(contains(widths, "1280:1280 ")) << widths;
  EXPECT_FALSE(contains(widths, "390:390 ")) << widths;
}

}  // namespace
}  // namespace attncheck::page
