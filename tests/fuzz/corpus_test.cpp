// Every kept input is taken or refused in the way its reader documents.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/targets.h"

namespace attncheck::fuzz {
namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void read(const Target& target, const std::string& bytes) {
  target.read({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
}

class Corpus : public testing::TestWithParam<Target> {};

TEST_P(Corpus, is_read_without_surprise) {
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(ATTNCHECK_SOURCE_DIR "/fuzz/corpus/" + GetParam().name)) {
    EXPECT_NO_THROW(read(GetParam(), bytes_of(file.path()))) << file.path();
    ++files;
  }
  EXPECT_GE(files, 2) << "at least one that is right and one that is not";
}

TEST_P(Corpus, is_read_without_surprise_cut_at_every_place) {
  for (const auto& file : std::filesystem::directory_iterator(ATTNCHECK_SOURCE_DIR "/fuzz/corpus/" + GetParam().name)) {
    const std::string whole = bytes_of(file.path());
    for (std::size_t size = 0; size < std::min<std::size_t>(whole.size(), 400); ++size)
      EXPECT_NO_THROW(read(GetParam(), whole.substr(0, size))) << file.path() << " cut to " << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(targets()), [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace attncheck::fuzz
