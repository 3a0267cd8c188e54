// Frames as bytes: what is sent lies where docs/formats.md says, and nothing that can arrive does harm.
#include "language/frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "attncheck/random.h"
#include "tests/subject/small_subjects.h"

namespace attncheck {
namespace {

using Bytes = std::vector<std::byte>;

template <class T>
T at(const Bytes& frame, std::size_t offset) {
  T number;
  std::memcpy(&number, frame.data() + offset, sizeof number);
  return number;
}

template <class T>
void put(Bytes& frame, T number) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&number);
  frame.insert(frame.end(), bytes, bytes + sizeof number);
}

Bytes answer_to(const Problem& problem, std::uint64_t number) {
  const auto rows = static_cast<std::uint32_t>(problem.shape.tokens);
  const auto columns = static_cast<std::uint32_t>(problem.shape.value_dim);
  Bytes frame;
  put(frame, std::uint32_t{36} + rows * columns * 4);
  put(frame, std::uint32_t{3});
  put(frame, number);
  for (const std::uint32_t word : {0U, 0U, rows, columns, 0U, 0U}) put(frame, word);
  for (std::uint32_t i = 0; i < rows * columns; ++i) put(frame, static_cast<float>(i));
  return frame;
}

Bytes hello(const std::string& json) {
  Bytes frame;
  put(frame, static_cast<std::uint32_t>(8 + json.size()));
  put(frame, std::uint32_t{1});
  put(frame, std::uint32_t{0});
  for (const char c : json) put(frame, c);
  return frame;
}

TEST(Frames, a_problem_lies_where_the_page_of_formats_says) {
  const Problem problem = small_problem(DType::float64, {4, 2, 3}, true);
  const Bytes frame = problem_frame(problem, 0x1122334455667788);
  EXPECT_EQ(at<std::uint32_t>(frame, 0), frame.size() - 4);
  EXPECT_EQ(at<std::uint32_t>(frame, 4), 2U);
  EXPECT_EQ(at<std::uint64_t>(frame, 8), 0x1122334455667788U);
  const std::vector<std::uint32_t> header{48, 1, 1, 4, 2, 3, 0, 0};
  for (std::size_t word = 0; word < header.size(); ++word)
    EXPECT_EQ(at<std::uint32_t>(frame, 16 + 4 * word), header[word]) << word;
  ASSERT_EQ(frame.size(), 48U + 8 * (8 + 8 + 12));
  EXPECT_EQ(at<double>(frame, 48), problem.query(0, 0));
  EXPECT_EQ(at<double>(frame, 48 + 8 * 8), problem.key(0, 0));
  EXPECT_EQ(at<double>(frame, frame.size() - 8), problem.value(3, 2));
}

TEST(Frames, an_answer_is_read_element_by_element) {
  const Problem problem = small_problem();
  const Reply reply = read_reply(answer_to(problem, 5), problem, 5);
  EXPECT_FALSE(reply.failed);
  ASSERT_EQ(reply.elements.size(), 12U);
  EXPECT_EQ(reply.elements.back(), 11.0);
}

TEST(Frames, a_frame_arrives_in_any_pieces) {
  const Problem problem = small_problem();
  const Bytes frame = answer_to(problem, 5);
  for (const std::size_t piece : {1, 3, 4, 50}) {
    Arriving arriving(most_answer_bytes(problem));
    for (std::size_t done = 0; done < frame.size();) {
      ASSERT_FALSE(arriving.complete());
      const std::size_t size = std::min({piece, frame.size() - done, arriving.missing()});
      arriving.add({frame.data() + done, size});
      done += size;
    }
    EXPECT_TRUE(arriving.complete());
  }
}

TEST(Frames, a_length_is_refused_before_anything_is_read) {
  for (const std::uint32_t length : {0U, 3U, 1001U, 0xffffffffU}) {
    Bytes frame;
    put(frame, length);
    Arriving arriving(1000);
    EXPECT_THROW(arriving.add(frame), FrameError) << length;
  }
}

TEST(Frames, a_hello_names_dtypes_and_declares_texts) {
  const Hello said = read_hello(hello(R"({"dtypes":["float64","float32"],"declare":{"max_tokens":"9"}})"));
  EXPECT_EQ(said.dtypes, both_dtypes);
  EXPECT_EQ(said.declared.at("max_tokens"), "9");
  for (const char* wrong :
       {"", "[]", "{}", R"({"dtypes":[]})", R"({"dtypes":["float32","float32"]})", R"({"dtypes":[1]})",
        R"({"dtypes":["float32"],"declare":[]})", R"({"dtypes":["float32"],"declare":{"a":null}})",
        R"({"dtypes":["float32"],"more":1})", "{\"dtypes\":[\"\xff\"]}"})
    EXPECT_THROW(read_hello(hello(wrong)), FrameError) << wrong;
}

/// Every frame made of a right one by changed bytes and another length is read or refused, and nothing else.
template <class Read>
void expect_harmless(const Bytes& right, Read read) {
  Random random(7);
  int refused = 0;
  for (int time = 0; time < 20000; ++time) {
    Bytes frame = right;
    for (Index changes = 1 + random.below(4); changes > 0; --changes)
      frame[static_cast<std::size_t>(random.below(static_cast<Index>(frame.size())))] =
          static_cast<std::byte>(random.below(256));
    if (random.coin()) frame.resize(static_cast<std::size_t>(random.below(static_cast<Index>(frame.size()) + 9)));
    try {
      read(frame);
    } catch (const FrameError&) { ++refused; }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Frames, a_hello_that_would_exhaust_whoever_looks_into_it_is_refused) {
  const std::string deep = std::string(30000, '[') + std::string(30000, ']');
  for (const std::string& json :
       {R"({"dtypes":[)" + deep + "]}", R"({"dtypes":["float32"],"declare":{"max_tokens":)" + deep + "}}",
        R"({"dtypes":["float32"],"dtypes":["float64"]})" + std::string()})
    EXPECT_THROW(read_hello(hello(json)), FrameError);
}

TEST(Frames, changed_answers_and_hellos_do_no_harm) {
  const Problem problem = small_problem();
  expect_harmless(answer_to(problem, 5), [&](const Bytes& frame) { read_reply(frame, problem, 5); });
  expect_harmless(hello(R"({"dtypes":["float64","float32"],"declare":{"max_tokens":"9"}})"),
                  [](const Bytes& frame) { read_hello(frame); });
}

}  // namespace
}  // namespace attncheck
