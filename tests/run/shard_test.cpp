// A run in parts, each kept in a file, says what the run as a whole says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "attncheck/fault.h"
#include "process/whole_file.h"
#include "property/table.h"
#include "reference/make_oracle.h"
#include "run/reopened.h"
#include "run/runner.h"
#include "run/shard_file.h"
#include "subject/in_process.h"
#include "tests/report/sample_result.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

class Kept : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             (std::string("attncheck-shards-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  /// A file of a shard, written and read again.
  ShardFile kept(const ShardFile& file) const {
    const std::string path = shard_path(folder.string(), "check", file.header.shard);
    make_room_for_shard(path);
    write_shard(path, file);
    return read_shard(path, file.header.program);
  }

  /// What reading `text` as a shard says.
  std::string complaint(const std::string& text, const std::string& program = "digest") const {
    const std::string path = (folder / "1-of-1.json").string();
    make_room_for_shard(path);
    write_whole(path, text);
    try {
      read_shard(path, program);
    } catch (const std::invalid_argument& error) { return std::string(error.what()).substr(path.size()); }
    return "";
  }

  fs::path folder;
};

ShardFile empty_file(const Shard& shard) {
  return {{"", shard, "digest", "attncheck check x", {"check", "x"}, {}}, {"x", {DType::float32}, {}, ""}, false, {}};
}

TEST_F(Kept, keeps_a_part_bit_for_bit) {
  Part part{falsified("accuracy/within_error_bound"), Explanation(MemberSet("1011")), {7, 1}};
  Finding& finding = part.result.findings[0];
  (*finding.output)(0, 0) = -HUGE_VAL;
  (*finding.output)(1, 0) = std::nan("");
  finding.cell->observed = -0.0;
  finding.cell->bound = 0x1.23456789abcdep-1060;
  finding.subject_stderr = "no text: \xff\n";
  part.result.families["gaussian"] = 4;
  part.explanation.exclude(MemberSet("0011"), {finding.problem, *finding.output, *finding.cell, "a/b"});
  part.explanation.remember(finding.problem);
  ShardFile file = empty_file({2, 3});
  file.subject.declared["max_tokens"] = "64";
  file.parts.emplace(4, part);
  const ShardFile back = kept(file);
  EXPECT_EQ(to_bytes(back.parts.at(4)), to_bytes(part));
  EXPECT_EQ(back.header.shard, file.header.shard);
  EXPECT_EQ(back.header.words, file.header.words);
  EXPECT_EQ(back.subject, file.subject);
}

TEST_F(Kept, that_is_none_is_refused_with_a_line) {
  ShardFile file = empty_file({1, 1});
  file.parts.emplace(0, Part{falsified("a/b"), Explanation({}), {}});
  kept(file);
  const std::string whole = read_whole(shard_path(folder.string(), "check", {1, 1}));
  EXPECT_EQ(complaint(whole), "");
  EXPECT_EQ(complaint(whole, "another digest"),
            ": is no shard of a check: another build of attncheck wrote it, and only that one can read it");
  EXPECT_TRUE(complaint(whole.substr(0, whole.size() / 2)).starts_with(": is no shard of a check: it: is not JSON: "));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    return complaint(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_NE(with("\"outcome\":1", "\"outcome\":99").find("an outcome is none"), std::string::npos);
  EXPECT_NE(with("\"tokens\":2", "\"tokens\":20").find("query is 2 x 4"), std::string::npos);
  EXPECT_NE(with("\"row\":1", "\"row\":2").find("a cell is none"), std::string::npos);
  EXPECT_NE(with("\"1/1\"", "\"2/2\"").find("part 0 is not of this shard"), std::string::npos);
}

TEST_F(Kept, of_another_run_or_twice_is_refused) {
  const auto complaint_about = [](const ShardFile& one, const ShardFile& other) -> std::string {
    try {
      Shards({one, other});
    } catch (const std::invalid_argument& error) { return error.what(); }
    return "";
  };
  ShardFile first = empty_file({1, 2}), second = empty_file({2, 2});
  first.header.path = "a";
  second.header.path = "b";
  EXPECT_EQ(complaint_about(first, second), "");
  EXPECT_EQ(complaint_about(first, first), "a and a are both shard 1/2");
  ShardFile other = second;
  other.header.shard.number = 1;
  EXPECT_EQ(complaint_about(first, other), "a and b are both shard 1/2");
  other = second;
  other.header.shard.count = 3;
  EXPECT_EQ(complaint_about(first, other), "a and b are not of the same number of shards");
  other = second;
  other.header.inputs["x"] = "changed";
  EXPECT_EQ(complaint_about(first, other), "a and b are not of the same subject and files");
  other = second;
  other.subject.declared["max_tokens"] = "3";
  EXPECT_EQ(complaint_about(first, other), "a and b are not of the same subject");
}

/// On each problem in one row as far off as only the most generous members allow, which are others on other problems.
class Borrower {
 public:
  Tensor operator()(const Problem& problem) const {
    Tensor output = run_steps(right_steps(), problem);
    const Index row = problem.shape.tokens - 1;
    const RowAnswer answer = oracle_->row(problem, row);
    Allowed allowed = allowed_at(answer, 0);
    std::ranges::sort(allowed);
    const double most = allowed.back();
    const auto less = std::ranges::lower_bound(allowed, most);
    const double next = less == allowed.begin() ? most / 2 : *(less - 1);
    const double moved = static_cast<double>(static_cast<float>(answer.centre[0] + (most + next) / 2));
    if (std::isfinite(most) && std::abs(moved - answer.centre[0]) < most) output(row, 0) = moved;
    return output;
  }

 private:
  std::shared_ptr<Oracle> oracle_ = make_oracle(DType::float32, {});
};

std::string said(const RunResult& result) {
  std::string all = result.subject;
  for (PropertyResult property : result.properties) {
    property.seconds = 0;
    all += to_bytes({property, Explanation({}), {}});
  }
  for (const Explained& explained : result.explained) {
    for (const std::string& member : explained.members) all += member;
    all += explained.tightest + std::to_string(explained.audited_rows);
  }
  return all;
}

class Split : public Kept {
 protected:
  Split() {
    options.effort = "quick";
    options.dtype = DType::float32;
    options.properties = "a*";
    for (const Property* property : all_properties())
      if (std::ranges::find(asked, property->id()) != std::end(asked)) properties.push_back(property);
  }
  static constexpr std::string_view asked[] = {"average/output_in_hull_of_values", "accuracy/within_error_bound",
                                               "accuracy/small_weights_add_up"};

  RunResult whole() {
    InProcessSubject subject(Borrower{});
    return run(subject, properties, options);
  }
  Shards split(std::size_t count, std::size_t missing = 0) {
    std::vector<ShardFile> files;
    for (std::size_t number = 1; number <= count; ++number) {
      if (number == missing) continue;
      InProcessSubject subject(Borrower{});
      ShardFile file = empty_file({number, count});
      RunOptions own = options;
      own.shard = file.header.shard;
      own.keep = [&](std::size_t k, const Part& part) { file.parts.emplace(k, part); };
      run(subject, properties, own);
      files.push_back(kept(file));
    }
    return Shards(std::move(files));
  }
  RunResult merged(const Shards& shards, Subject& subject) {
    RunOptions own = options;
    own.elsewhere = &shards;
    return run(subject, properties, own);
  }

  RunOptions options;
  std::vector<const Property*> properties;
};

TEST_F(Split, what_only_all_problems_together_show_is_said_however_they_were_split) {
  const RunResult expected = whole();
  ASSERT_EQ(expected.properties.back().id, together_id) << expected.properties.back().reason;
  ASSERT_GE(expected.properties.back().findings.size(), 2U);
  for (const std::size_t count : {1U, 2U, 3U, 7U}) {
    InProcessSubject subject(Borrower{});
    EXPECT_EQ(said(merged(split(count), subject)), said(expected)) << count << " shards";
  }
}

TEST_F(Split, what_only_all_together_show_is_said_as_it_was_drawn_where_the_subject_is_not) {
  Reopened nowhere({"in process", {DType::float32}, {}, ""}, []() -> std::unique_ptr<Subject> {
    throw SubjectError(SubjectError::Kind::wrong_name, "it is not here");
  });
  const RunResult result = merged(split(3), nowhere);
  EXPECT_EQ(nowhere.why_not(), "it is not here");
  ASSERT_EQ(result.properties.back().id, together_id) << result.properties.back().reason;
  EXPECT_EQ(result.exit_code(), 1);
  EXPECT_EQ(result.properties.back().findings.size(), whole().properties.back().findings.size());
}

TEST_F(Split, a_missing_shard_is_not_judged_and_never_a_pass) {
  InProcessSubject subject(Borrower{});
  options.properties = "average/*";
  const RunResult result = merged(split(3, 1), subject);
  ASSERT_EQ(result.properties.size(), 1U);
  EXPECT_EQ(result.properties[0].outcome, Outcome::gave_up);
  EXPECT_EQ(result.properties[0].reason, "shard 1/3 is missing");
  EXPECT_EQ(result.exit_code(), 4);
}

TEST_F(Split, a_part_of_another_property_is_refused) {
  InProcessSubject subject(Borrower{});
  options.properties = "average/*";
  const Shards shards = split(1);
  options.properties = "accuracy/small*";
  EXPECT_THROW(merged(shards, subject), std::invalid_argument);
}

}  // namespace
}  // namespace attncheck
