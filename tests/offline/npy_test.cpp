// .npy files as NumPy writes them, and files it would not write.
#include "offline/npy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "attncheck/random.h"

namespace attncheck {
namespace {

using Bytes = std::vector<std::byte>;

Tensor counting(Index rows, Index columns) {
  Tensor tensor(rows, columns);
  double next = -1.5;
  for (double& element : tensor.elements()) element = next++;
  return tensor;
}

Bytes with_header(const std::string& dictionary, std::size_t elements, char major = 1) {
  std::string text = "\x93NUMPY";
  text += major;
  text += '\0';
  const auto length = static_cast<std::uint32_t>(dictionary.size());
  text.append(reinterpret_cast<const char*>(&length), major == 1 ? 2 : 4);
  text += dictionary + std::string(elements, '\0');
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

std::string error_of(const Bytes& bytes, DType dtype = DType::float32) {
  try {
    read_npy(bytes, dtype, "7.npy");
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "read";
}

TEST(Npy, what_is_written_comes_back) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const Tensor tensor = counting(3, 5);
    const Bytes bytes = npy_bytes(tensor, dtype);
    EXPECT_EQ((bytes.size() - 15 * (dtype == DType::float32 ? 4 : 8)) % 64, 0U);
    const Tensor back = read_npy(bytes, dtype, "7.npy");
    EXPECT_EQ(back.rows(), 3);
    EXPECT_TRUE(std::ranges::equal(back.elements(), tensor.elements()));
  }
}

TEST(Npy, fortran_order_and_longer_headers_are_read) {
  Bytes bytes = with_header("{\"shape\": (2, 3), 'fortran_order': True, 'descr': '<f4'}\n", 24, 2);
  const float elements[] = {1, 2, 3, 4, 5, 6};
  std::memcpy(bytes.data() + bytes.size() - 24, elements, 24);
  const Tensor tensor = read_npy(bytes, DType::float32, "7.npy");
  EXPECT_EQ(tensor(0, 1), 3);
  EXPECT_EQ(tensor(1, 0), 2);
}

TEST(Npy, each_wrong_file_is_told_what_is_wrong) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(error_of(with_header(good, 24)), "read");
  EXPECT_EQ(error_of({}), "7.npy: is no .npy file");
  EXPECT_EQ(error_of(with_header(good, 24), DType::float64), "7.npy: holds '<f4', expected float64 ('<f8')");
  EXPECT_EQ(error_of(with_header(good, 20)), "7.npy: ends before its 2 x 3 elements do");
  EXPECT_EQ(error_of(with_header(good, 28)), "7.npy: has 28 bytes of elements, expected 24 for 2 x 3");
  EXPECT_EQ(error_of(with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }", 24)),
            "7.npy: has 1 dimensions, expected 2: tokens and value_dim");
  EXPECT_EQ(error_of(with_header("{'descr': [('a', '<f4')]}", 24)),
            "7.npy: has a header that NumPy does not write: {'descr': [('a', '<f4')]}");
  EXPECT_EQ(error_of(with_header("{'descr': '<f4', 'shape': (9999999999999, 9999999999999)}", 24)),
            "7.npy: ends before its 9999999999999 x 9999999999999 elements do");
  Bytes cut = with_header(good, 0);
  cut.resize(20);
  EXPECT_EQ(error_of(cut), "7.npy: ends inside its header");
}

TEST(Npy, changed_bytes_are_read_or_refused_and_do_no_harm) {
  const Bytes right = npy_bytes(counting(4, 3), DType::float32);
  Random random(3);
  for (int time = 0; time < 20000; ++time) {
    Bytes bytes = right;
    for (Index changes = 1 + random.below(5); changes > 0; --changes)
      bytes[static_cast<std::size_t>(random.below(80))] = static_cast<std::byte>(random.below(256));
    if (random.coin()) bytes.resize(static_cast<std::size_t>(random.below(static_cast<Index>(bytes.size()))));
    error_of(bytes);
  }
}

}  // namespace
}  // namespace attncheck
