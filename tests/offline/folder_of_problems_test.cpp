// Problems written, answered by somebody else, and judged.
#include "offline/folder_of_problems.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "offline/npy.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> member(zip_t* archive, const char* name) {
  zip_stat_t stat;
  EXPECT_EQ(zip_stat(archive, name, 0, &stat), 0) << name;
  std::vector<std::byte> bytes(stat.size);
  zip_file_t* file = zip_fopen(archive, name, 0);
  EXPECT_EQ(zip_fread(file, bytes.data(), bytes.size()), static_cast<zip_int64_t>(bytes.size()));
  zip_fclose(file);
  return bytes;
}

Problem problem_in(const fs::path& path, DType dtype) {
  zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, nullptr);
  Problem problem;
  problem.dtype = dtype;
  problem.query = read_npy(member(archive, "query.npy"), dtype, "query");
  problem.key = read_npy(member(archive, "key.npy"), dtype, "key");
  problem.value = read_npy(member(archive, "value.npy"), dtype, "value");
  problem.causal = member(archive, "causal.npy").back() == std::byte{1};
  problem.shape = {problem.query.rows(), problem.query.cols(), problem.value.cols()};
  zip_close(archive);
  return problem;
}

class Offline : public testing::Test {
 protected:
  void SetUp() override {
    folder = testing::TempDir() + "attncheck-offline-" + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder);
    Export wanted;
    wanted.properties = "scaling/scale*";
    wanted.dtypes = {DType::float32};
    exported = write_problems(folder, wanted, [](const std::string&) {});
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string file(const std::string& part, std::size_t number, const std::string& extension) const {
    const std::string digits = std::to_string(number);
    return folder + "/" + part + "/" + std::string(5 - digits.size(), '0') + digits + extension;
  }

  void answer_with(const std::string& spec) {
    std::ostringstream log;
    const auto subject = open_subject(spec, log);
    for (std::size_t k = 1; k <= exported.problems.size(); ++k) {
      const Problem problem = problem_in(file("problems", k, ".npz"), DType::float32);
      write(k, npy_bytes(subject->call(problem).output, DType::float32));
    }
  }
  void write(std::size_t number, const std::vector<std::byte>& bytes) const {
    std::ofstream(file("answers", number, ".npy"), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  RunResult judged() const {
    const Export read = read_export(folder);
    Answers answers(folder, read);
    return run(answers, decidable_offline(), options_of(read));
  }

  std::string folder;
  Export exported;
};

TEST_F(Offline, right_answers_hold_and_wrong_ones_are_falsified) {
  answer_with("builtin:row");
  EXPECT_EQ(judged().exit_code(), 0);
  answer_with("fault:scale/missing");
  const RunResult wrong = judged();
  EXPECT_EQ(wrong.exit_code(), 1);
  EXPECT_EQ(wrong.properties.at(0).outcome, Outcome::falsified);
  EXPECT_EQ(wrong.properties.at(0).findings.at(0).shrink_steps, 0) << "nothing smaller was answered";
}

TEST_F(Offline, a_missing_answer_is_named) {
  answer_with("builtin:row");
  fs::remove(file("answers", 2, ".npy"));
  try {
    const Answers answers(folder, read_export(folder));
    FAIL() << "it was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("answers/00002.npy: is missing, and so are 1 of"), std::string::npos);
  }
}

TEST_F(Offline, an_answer_of_another_shape_is_falsified) {
  answer_with("builtin:row");
  write(1, npy_bytes(Tensor(1, 99), DType::float32));
  const RunResult result = judged();
  EXPECT_EQ(result.exit_code(), 1);
  EXPECT_NE(result.properties.at(0).findings.at(0).message.find("00001.npy: the output is 1 x 99"), std::string::npos);
}

TEST_F(Offline, an_answer_that_is_no_array_is_named) {
  answer_with("builtin:row");
  write(1, {});
  const Export read = read_export(folder);
  Answers answers(folder, read);
  const RunResult result = run(answers, decidable_offline(), options_of(read));
  EXPECT_NE(answers.broken().find("answers/00001.npy: is no .npy file"), std::string::npos) << answers.broken();
  for (const PropertyResult& property : result.properties) EXPECT_NE(property.outcome, Outcome::checker_error);
}

TEST_F(Offline, a_problem_that_was_not_exportedhas_no_answer) {
  answer_with("builtin:row");
  Answers answers(folder, read_export(folder));
  EXPECT_EQ(answers.call(make_problem({2, 2, 2}, DType::float32, false), Prefill::poison).status,
            CallStatus::no_answer);
  EXPECT_EQ(answers.unknown(), 1);
}

TEST_F(Offline, a_foldertakes_one_export) {
  EXPECT_THROW(write_problems(folder, exported, [](const std::string&) {}), std::invalid_argument);
}

TEST_F(Offline, an_export_of_another_version_is_refused) {
  const std::string manifest = folder + "/attncheck-export.json";
  for (const char* text : {"", "[]", "{}", R"({"format":"attncheck export","version":1,"attncheck":"9.9"})"}) {
    std::ofstream(manifest) << text;
    EXPECT_THROW(read_export(folder), std::invalid_argument) << text;
  }
}

TEST_F(Offline, a_manifest_with_something_wrong_in_it_names_the_place) {
  const std::string manifest = folder + "/attncheck-export.json";
  std::stringstream right;
  right << std::ifstream(manifest).rdbuf();
  for (const auto& [place, wrong, what] : std::vector<std::array<std::string, 3>>{
           {R"("seed": *[0-9]+)", R"("seed": 1e98)", "/seed is 1e+98, but a whole number from 0"},
           {R"("seed": *[0-9]+)", R"("seed": -1)", "/seed is -1, but a whole number from 0"},
           {R"("declared": *\{)", R"("declared": {"max_logit": 2)", "/declared/max_logit is 2, but a string"},
           {R"("dtypes": *\[)", R"("dtypes": [1, )", "/dtypes/0 is 1, but a string"},
           {R"("effort")", R"("effrot")", "/effrot is not a key of this format"}}) {
    std::ofstream(manifest) << std::regex_replace(right.str(), std::regex(place), wrong);
    try {
      read_export(folder);
      ADD_FAILURE() << wrong;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace attncheck
