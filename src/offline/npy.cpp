#include "offline/npy.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "core/text.h"

namespace attncheck {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;  // of the first element

void append(std::vector<std::byte>& bytes, std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), first, first + text.size());
}

std::vector<std::byte> header(std::string_view descr, const std::string& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, shape);
  const std::size_t before = magic.size() + 4;
  text.append((alignment - (before + text.size() + 1) % alignment) % alignment, ' ');
  text += '\n';
  std::vector<std::byte> bytes;
  append(bytes, magic);
  append(bytes, std::string_view("\x01\x00", 2));
  const auto length = static_cast<std::uint16_t>(text.size());
  append(bytes, {reinterpret_cast<const char*>(&length), sizeof length});
  append(bytes, text);
  return bytes;
}

template <class T>
void append_elements(std::vector<std::byte>& bytes, const Tensor& tensor) {
  for (const double element : tensor.elements()) {
    const T stored = static_cast<T>(element);
    append(bytes, {reinterpret_cast<const char*>(&stored), sizeof stored});
  }
}

/// What the dictionary of a header says.
struct Header {
  std::string descr;
  bool fortran = false;
  std::vector<Index> shape;
};

/// Reads the one dictionary that NumPy writes; any other text is refused.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  std::optional<Header> operator()() {
    Header header;
    if (!take("{")) return std::nullopt;
    while (!take("}")) {
      const std::optional<std::string> key = quoted();
      if (!key || !take(":") || !value(*key, header)) return std::nullopt;
      if (!take(",") && !ahead("}")) return std::nullopt;
    }
    spaces();
    if (!text_.empty() || header.descr.empty()) return std::nullopt;
    return header;
  }

 private:
  void spaces() { text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size())); }
  bool ahead(std::string_view word) {
    spaces();
    return text_.starts_with(word);
  }
  bool take(std::string_view word) {
    if (!ahead(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::string> quoted() {
    spaces();
    const char quote = text_.empty() ? '\0' : text_.front();
    if (quote != '\'' && quote != '"') return std::nullopt;
    const std::size_t end = text_.find(quote, 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string word(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return word;
  }
  bool value(const std::string& key, Header& header) {
    if (key == "descr") {
      const auto descr = quoted();
      if (descr) header.descr = *descr;
      return descr.has_value();
    }
    if (key == "fortran_order") {
      header.fortran = take("True");
      return header.fortran || take("False");
    }
    return key == "shape" && sizes(header.shape);
  }
  bool sizes(std::vector<Index>& shape) {
    if (!take("(")) return false;
    while (!take(")")) {
      spaces();
      Index size = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), size);
      if (error != std::errc{} || size < 0) return false;
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      shape.push_back(size);
      if (!take(",") && !ahead(")")) return false;
    }
    return true;
  }

  std::string_view text_;
};

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw std::invalid_argument(fmt::format("{}: {}", file, what));
}

/// The dictionary, and how many bytes come before the elements.
std::pair<Header, std::size_t> read_header(std::string_view bytes, const std::string& file) {
  if (bytes.size() < 10 || !bytes.starts_with(magic)) refuse(file, "is no .npy file");
  const bool long_length = bytes[6] != 1;
  std::uint32_t length = 0;
  const std::size_t begin = magic.size() + 2 + (long_length ? 4 : 2);
  if (bytes.size() < begin) refuse(file, "ends inside its header");
  std::memcpy(&length, bytes.data() + magic.size() + 2, long_length ? 4 : 2);
  if (length > bytes.size() - begin) refuse(file, "ends inside its header");
  const std::optional<Header> header = HeaderReader(bytes.substr(begin, length))();
  if (!header)
    refuse(file, fmt::format("has a header that NumPy does not write: {}",
                             one_line(bytes.substr(begin, std::min<std::size_t>(length, 80)))));
  return {*header, begin + length};
}

template <class T>
Tensor elements(std::string_view bytes, const Header& header) {
  Tensor tensor(header.shape[0], header.shape[1]);
  for (Index i = 0; i < tensor.rows(); ++i)
    for (Index j = 0; j < tensor.cols(); ++j) {
      const Index at = header.fortran ? j * tensor.rows() + i : i * tensor.cols() + j;
      T element;
      std::memcpy(&element, bytes.data() + static_cast<std::size_t>(at) * sizeof element, sizeof element);
      tensor(i, j) = static_cast<double>(element);
    }
  return tensor;
}

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};

void add(zip_t* archive, const char* name, const std::vector<std::byte>& bytes, const std::string& path) {
  zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
  const zip_int64_t at = source == nullptr ? -1 : zip_file_add(archive, name, source, ZIP_FL_OVERWRITE);
  if (at >= 0 && zip_set_file_compression(archive, static_cast<zip_uint64_t>(at), ZIP_CM_STORE, 0) == 0) return;
  if (at < 0 && source != nullptr) zip_source_free(source);
  refuse(path, fmt::format("cannot be written: {}", zip_strerror(archive)));
}

}  // namespace

std::vector<std::byte> npy_bytes(const Tensor& tensor, DType dtype) {
  std::vector<std::byte> bytes =
      header(dtype == DType::float32 ? "<f4" : "<f8", fmt::format("({}, {})", tensor.rows(), tensor.cols()));
  dtype == DType::float32 ? append_elements<float>(bytes, tensor) : append_elements<double>(bytes, tensor);
  return bytes;
}

Tensor read_npy(std::span<const std::byte> bytes, DType dtype, const std::string& file) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto [header, begin] = read_header(text, file);
  const bool narrow = dtype == DType::float32;
  if (header.descr != (narrow ? "<f4" : "<f8"))
    refuse(file, fmt::format("holds '{}', expected {} ('{}')", one_line(header.descr), info(dtype).name,
                             narrow ? "<f4" : "<f8"));
  if (header.shape.size() != 2)
    refuse(file, fmt::format("has {} dimensions, expected 2: tokens and value_dim", header.shape.size()));
  const std::size_t size = narrow ? sizeof(float) : sizeof(double);
  const auto rows = static_cast<std::size_t>(header.shape[0]), columns = static_cast<std::size_t>(header.shape[1]);
  const std::size_t rest = text.size() - begin;
  if (columns != 0 && rows > rest / size / columns)
    refuse(file, fmt::format("ends before its {} x {} elements do", rows, columns));
  if (rest != rows * columns * size)
    refuse(file, fmt::format("has {} bytes of elements, expected {} for {} x {}", rest, rows * columns * size, rows,
                             columns));
  return narrow ? elements<float>(text.substr(begin), header) : elements<double>(text.substr(begin), header);
}

void write_npz(const std::string& path, const Problem& problem) {
  int error = 0;
  std::unique_ptr<zip_t, Discard> archive(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error));
  if (!archive) refuse(path, "cannot be written");
  // The archive reads them when it is closed.
  std::vector<std::byte> causal = header("|b1", "()");
  causal.push_back(static_cast<std::byte>(problem.causal ? 1 : 0));
  const std::vector<std::byte> query = npy_bytes(problem.query, problem.dtype),
                               key = npy_bytes(problem.key, problem.dtype),
                               value = npy_bytes(problem.value, problem.dtype);
  add(archive.get(), "query.npy", query, path);
  add(archive.get(), "key.npy", key, path);
  add(archive.get(), "value.npy", value, path);
  add(archive.get(), "causal.npy", causal, path);
  if (zip_close(archive.get()) != 0) refuse(path, fmt::format("cannot be written: {}", zip_strerror(archive.get())));
  static_cast<void>(archive.release());  // closed: nothing is left to discard
}

}  // namespace attncheck
