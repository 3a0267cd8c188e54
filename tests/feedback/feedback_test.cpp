// What students and teachers read.
#include "feedback/feedback.h"

#include <gtest/gtest.h>

#include "feedback/class_summary.h"
#include "tests/feedback/sample_class.h"

namespace attncheck {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Feedback, says_the_promise_the_reason_the_evidence_what_to_read_and_a_command) {
  const std::string text = feedback_text(sample_class()[1]);
  for (const char* part :
       {"# one, ben: 6 of 10\n", "## Scale: 0 of 4\n", "**scaling/a**: the scale is right\n", "falsified: output\\[0]",
        "```text\nFALSIFIED  scaling/a\n```", "attncheck check mine.c --properties scaling/a", "Read again: the scale.",
        "`attncheck explain fault:scale/missing`", "- shape/b: all is written (holds)"})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
}

TEST(Feedback, of_what_is_not_graded_has_no_number) {
  const std::string text = feedback_text(sample_class()[3]);
  EXPECT_TRUE(has(text, "# one, zoe: not graded\n")) << text;
  EXPECT_TRUE(has(text, "There is no score yet, and that is not a zero: there is no file in it"));
  EXPECT_FALSE(has(text, " of 10"));
}

TEST(Feedback, of_what_does_not_compile_shows_the_compiler) {
  const std::string text = feedback_text(sample_class()[2]);
  EXPECT_TRUE(has(text, "# one, eve: 0 of 10\n")) << text;
  EXPECT_TRUE(has(text, "error: expected ;"));
}

TEST(Feedback, is_not_broken_by_what_a_student_writes) {
  Grade grade = sample_class()[1];
  grade.student = "<b>|`x`\n# 100 of 100";
  grade.groups[0].properties[0].evidence = "```\n# 100 of 100\n\x1b[2J";
  const std::string text = feedback_text(grade);
  EXPECT_TRUE(text.starts_with("# one, &lt;b&gt;\\|\\`x\\` # 100 of 100: 6 of 10\n")) << text;
  EXPECT_TRUE(has(text, "````text\n```\n# 100 of 100\n\\x1b[2J\n````")) << text;
}

TEST(Feedback, of_a_hidden_failure_shows_public_problems_only) {
  Grade grade = sample_class()[1];
  grade.groups[0].properties[0].hidden = true;
  grade.groups[0].properties[0].evidence = "";
  const std::string text = feedback_text(grade);
  EXPECT_TRUE(has(text, "It holds on all problems that everybody can see")) << text;
  EXPECT_TRUE(has(text, "attncheck check mine.c --properties scaling/a"));
}

TEST(Points, are_written_without_zeros_that_say_nothing) {
  EXPECT_EQ(points_text(10), "10");
  EXPECT_EQ(points_text(2.5), "2.5");
  EXPECT_EQ(points_text(6.67), "6.67");
  EXPECT_EQ(points_text(0), "0");
}

TEST(ClassSummary, counts_scores_failures_and_mistakes_and_names_who_waits) {
  const std::string text = class_text(sample_class(), {"notes.txt"});
  for (const char* part :
       {"    0 to  10 %    1  #\n", "   60 to  70 %    1  #\n", "   90 to 100 %    1  #\n",
        "what failed, in how many submissions:\n     1  scaling/a\n", "likely mistakes:\n     1  scale/missing\n",
        "not graded, which is not a zero:\n  zoe: there is no file", "left alone, nothing can run it: notes.txt\n",
        "3 of 4 submissions graded; mean 53.3 %, median 60.0 %\n"})
    EXPECT_TRUE(has(text, part)) << part << "\n" << text;
  const std::string markdown = class_markdown(sample_class(), {});
  EXPECT_TRUE(has(markdown, "| zoe | not graded | there is no file")) << markdown;
}

TEST(ClassSummary, of_nobody_is_a_summary_too) {
  EXPECT_TRUE(has(class_text({}, {}), "0 of 0 submissions graded\n"));
  EXPECT_NO_THROW(class_markdown({}, {}));
}

}  // namespace
}  // namespace attncheck
