#include "language/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/json_parse.h"
#include "core/text.h"

namespace attncheck {
namespace {

static_assert(std::endian::native == std::endian::little, "frames are copied as they lie in memory");

enum Kind : std::uint32_t { hello_kind = 1, problem_kind = 2, answer_kind = 3, verdict_kind = 4 };
enum Status : std::uint32_t { answered = 0, failed = 1 };

constexpr std::size_t length_bytes = 4;
constexpr std::size_t problem_header = 48;
constexpr std::size_t answer_header = 40;
constexpr std::size_t verdict_header = 12;
constexpr std::size_t most_message = 4000;

template <class T>
T at(std::span<const std::byte> frame, std::size_t offset) {
  T number;
  std::memcpy(&number, frame.data() + offset, sizeof number);
  return number;
}

template <class T>
void put(std::vector<std::byte>& frame, T number) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&number);
  frame.insert(frame.end(), bytes, bytes + sizeof number);
}

template <class T>
void put_elements(std::vector<std::byte>& frame, const Tensor& tensor) {
  const std::size_t start = frame.size();
  frame.resize(start + tensor.size() * sizeof(T));
  std::byte* to = frame.data() + start;
  for (const double element : tensor.elements()) {
    const T stored = static_cast<T>(element);
    std::memcpy(to, &stored, sizeof stored);
    to += sizeof stored;
  }
}

template <class T>
std::vector<double> elements(std::span<const std::byte> bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(at<T>(bytes, i * sizeof(T)));
  return numbers;
}

std::size_t element_bytes(DType dtype) { return dtype == DType::float32 ? sizeof(float) : sizeof(double); }
std::uint32_t code_of(DType dtype) { return dtype == DType::float32 ? 0 : 1; }

std::string text_of(std::span<const std::byte> bytes) {
  return one_line(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void require_header(std::span<const std::byte> frame, std::size_t bytes, const char* what) {
  if (frame.size() < bytes)
    throw FrameError(fmt::format("it sent a frame of {} bytes, but {} has at least {}", frame.size(), what, bytes));
}

void require(const char* what, std::uint64_t sent, std::uint64_t expected) {
  if (sent != expected) throw FrameError(fmt::format("it answered with {} {}, but {} is right", what, sent, expected));
}

/// A long word is cut: it is somebody else's.
std::string shown(const nlohmann::json& value) {
  const std::string text = printable(value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  return text.size() > 80 ? fmt::format("{}...", text.substr(0, 77)) : text;
}

std::vector<DType> dtypes_in(const nlohmann::json& manifest) {
  const auto found = manifest.find("dtypes");
  if (found == manifest.end() || !found->is_array() || found->empty())
    throw FrameError("its hello has no \"dtypes\", but a list of float32, float64 or both is expected");
  std::vector<DType> dtypes;
  for (const nlohmann::json& name : *found) {
    const bool known = name == "float32" || name == "float64";
    const DType dtype = name == "float64" ? DType::float64 : DType::float32;
    if (!known || std::ranges::find(dtypes, dtype) != dtypes.end())
      throw FrameError(fmt::format(
          "its hello has {} among \"dtypes\", but float32, float64 or both are expected, each once", shown(name)));
    dtypes.push_back(dtype);
  }
  std::ranges::sort(dtypes);
  return dtypes;
}

std::map<std::string, std::string> declared_in(const nlohmann::json& manifest) {
  std::map<std::string, std::string> declared;
  const auto found = manifest.find("declare");
  if (found == manifest.end()) return declared;
  if (!found->is_object())
    throw FrameError(fmt::format("its hello has \"declare\": {}, but an object is expected", shown(*found)));
  for (const auto& [key, value] : found->items()) {
    if (!value.is_string())
      throw FrameError(fmt::format("its hello declares {} as {}, but text is expected", printable(key), shown(value)));
    declared.emplace(key, value.get<std::string>());
  }
  return declared;
}

nlohmann::json manifest_in(std::span<const std::byte> bytes) {
  nlohmann::json manifest;
  try {
    manifest = parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "its hello");
  } catch (const std::invalid_argument& error) { throw FrameError(error.what()); }
  if (!manifest.is_object())
    throw FrameError(fmt::format("its hello is {}, but an object is expected", shown(manifest)));
  for (const auto& [key, value] : manifest.items())
    if (key != "dtypes" && key != "declare")
      throw FrameError(fmt::format("its hello has {}, but only \"dtypes\" and \"declare\" are known", shown(key)));
  return manifest;
}

std::string changed_inputs(std::uint32_t bits) {
  std::string text;
  for (const auto& [bit, name] : {std::pair{1U, "query"}, {2U, "key"}, {4U, "value"}})
    if ((bits & bit) != 0) text += (text.empty() ? "" : " and ") + std::string(name);
  return text.empty() ? text : text + " changed during the call";
}

/// Throws where the numbers of a frame that asks do not fit together.
Shape asked_shape(std::span<const std::byte> frame) {
  const auto word = [&](std::size_t offset) { return std::uint64_t{at<std::uint32_t>(frame, offset)}; };
  const std::uint64_t start = word(16), dtype = word(20), tokens = word(28), head_dim = word(32), value_dim = word(36);
  if (dtype != code_of(DType::float32)) throw FrameError(fmt::format("it asked with dtype {}, but 0 is right", dtype));
  const std::string sizes = fmt::format("{} tokens x {} head_dim x {} value_dim", tokens, head_dim, value_dim);
  if (tokens == 0 || head_dim == 0 || value_dim == 0)
    throw FrameError(fmt::format("it asked a problem of {}, but at least 1 of each is expected", sizes));
  // The dimensions first, whose sum and product with the tokens then fit into 64 bits.
  const std::uint64_t width = 2 * head_dim + 2 * value_dim;
  if (width > most_question_elements || tokens * width > most_question_elements)
    throw FrameError(fmt::format("it asked a problem of {}, but inputs and output may have {} elements at most", sizes,
                                 most_question_elements));
  const std::uint64_t bytes = tokens * (2 * head_dim + value_dim) * element_bytes(DType::float32);
  if (start < problem_header || start + bytes != frame.size())
    throw FrameError(
        fmt::format("it asked a problem of {} in {} bytes, whose tensors begin at byte {}, but {} bytes of "
                    "tensors are right",
                    sizes, frame.size(), start, bytes));
  return {static_cast<Index>(tokens), static_cast<Index>(head_dim), static_cast<Index>(value_dim)};
}

/// Takes the bytes of `tensor` off the front of `rest`.
void read_tensor(const char* name, Tensor& tensor, std::span<const std::byte>& rest) {
  const auto bytes = static_cast<std::size_t>(tensor.size()) * element_bytes(DType::float32);
  const std::vector<double> numbers = elements<float>(rest.first(bytes));
  if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }))
    throw FrameError(fmt::format("it asked with a number in {} that is not finite", name));
  std::ranges::copy(numbers, tensor.elements().begin());
  rest = rest.subspan(bytes);
}

Question question_in(std::span<const std::byte> frame) {
  require_header(frame, problem_header, "a problem");
  Question question;
  question.problem = make_problem(asked_shape(frame), DType::float32, at<std::uint32_t>(frame, 24) != 0);
  question.problem.family = "asked by tests";
  question.number = at<std::uint64_t>(frame, 8);
  std::span<const std::byte> rest = frame.subspan(at<std::uint32_t>(frame, 16));
  read_tensor("query", question.problem.query, rest);
  read_tensor("key", question.problem.key, rest);
  read_tensor("value", question.problem.value, rest);
  return question;
}

TestsVerdict verdict_in(std::span<const std::byte> frame) {
  require_header(frame, verdict_header, "a verdict");
  const auto says = at<std::uint32_t>(frame, 8);
  if (says > static_cast<std::uint32_t>(TestsSay::in_error))
    throw FrameError(fmt::format("its verdict is {}, but 0 rejected, 1 accepted or 2 in error is expected", says));
  const std::span<const std::byte> text = frame.subspan(verdict_header);
  return {static_cast<TestsSay>(says), text_of(text.first(std::min(text.size(), most_message)))};
}

}  // namespace

std::vector<std::byte> problem_frame(const Problem& problem, std::uint64_t number) {
  const Shape& shape = problem.shape;
  std::vector<std::byte> frame;
  const std::size_t count = problem.query.size() + problem.key.size() + problem.value.size();
  const std::size_t bytes = problem_header + count * element_bytes(problem.dtype);
  frame.reserve(bytes);
  put(frame, static_cast<std::uint32_t>(bytes - length_bytes));
  put(frame, std::uint32_t{problem_kind});
  put(frame, number);
  put(frame, static_cast<std::uint32_t>(problem_header));
  put(frame, code_of(problem.dtype));
  put(frame, std::uint32_t{problem.causal ? 1U : 0U});
  for (const Index size : {shape.tokens, shape.head_dim, shape.value_dim}) put(frame, static_cast<std::uint32_t>(size));
  put(frame, std::uint64_t{0});
  for (const Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    problem.dtype == DType::float32 ? put_elements<float>(frame, *tensor) : put_elements<double>(frame, *tensor);
  return frame;
}

std::size_t Arriving::missing() const {
  if (bytes_.size() < length_bytes) return length_bytes - bytes_.size();
  return length_bytes + at<std::uint32_t>(bytes_, 0) - bytes_.size();
}

void Arriving::add(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  if (bytes_.size() < length_bytes) return;
  const auto length = at<std::uint32_t>(bytes_, 0);
  if (length < 4 || length > most_)
    throw FrameError(fmt::format("it announced a frame of {} bytes, but 4 to {} are expected here", length, most_));
}

std::string Arriving::so_far() const {
  if (bytes_.empty()) return "it sent nothing on descriptor 4";
  if (bytes_.size() < length_bytes)
    return fmt::format("it sent {} bytes of a length of {}", bytes_.size(), length_bytes);
  return fmt::format("it sent {} of the {} bytes it announced", bytes_.size(), bytes_.size() + missing());
}

std::size_t most_answer_bytes(const Problem& problem) {
  // A mix-up of sizes is read too, for the sake of its message, as long as it is small.
  constexpr std::size_t small = std::size_t{1} << 20;
  const auto right = static_cast<std::size_t>(problem.shape.tokens * problem.shape.value_dim);
  return answer_header - length_bytes + std::max(small, right * element_bytes(problem.dtype));
}

Hello read_hello(std::span<const std::byte> frame) {
  constexpr std::size_t header = 12;
  require_header(frame, header, "a hello");
  if (const auto kind = at<std::uint32_t>(frame, 4); kind != hello_kind)
    throw FrameError(fmt::format("it began with a frame of kind {}, but a hello (kind {}) is expected", kind,
                                 std::uint32_t{hello_kind}));
  if (const auto version = at<std::uint32_t>(frame, 8); version != protocol_version)
    throw FrameError(
        fmt::format("it speaks version {} of the protocol, but version {} is expected", version, protocol_version));
  const nlohmann::json manifest = manifest_in(frame.subspan(header));
  return {dtypes_in(manifest), declared_in(manifest)};
}

Reply read_reply(std::span<const std::byte> frame, const Problem& problem, std::uint64_t number) {
  require_header(frame, answer_header, "an answer");
  require("a frame of kind", at<std::uint32_t>(frame, 4), answer_kind);
  require("the number", at<std::uint64_t>(frame, 8), number);
  const auto status = at<std::uint32_t>(frame, 16);
  const std::span<const std::byte> rest = frame.subspan(answer_header);
  Reply reply;
  reply.inputs_changed = changed_inputs(at<std::uint32_t>(frame, 32));
  if (status == failed) {
    reply.failed = true;
    reply.message = text_of(rest.first(std::min(rest.size(), most_message)));
    return reply;
  }
  require("status", status, answered);
  require("dtype", at<std::uint32_t>(frame, 20), code_of(problem.dtype));
  const auto rows = at<std::uint32_t>(frame, 24), columns = at<std::uint32_t>(frame, 28);
  require("this many bytes of output:", rest.size(), std::uint64_t{rows} * columns * element_bytes(problem.dtype));
  reply.rows = rows;
  reply.columns = columns;
  if (reply.rows != problem.shape.tokens || reply.columns != problem.shape.value_dim) return reply;
  reply.elements = problem.dtype == DType::float32 ? elements<float>(rest) : elements<double>(rest);
  return reply;
}

std::variant<Question, TestsVerdict> read_from_tests(std::span<const std::byte> frame) {
  require_header(frame, length_bytes + sizeof(std::uint32_t), "a frame");
  const auto kind = at<std::uint32_t>(frame, 4);
  if (kind == problem_kind) return question_in(frame);
  if (kind == verdict_kind) return verdict_in(frame);
  throw FrameError(fmt::format("it sent a frame of kind {}, but a problem (kind {}) or a verdict (kind {}) is expected",
                               kind, std::uint32_t{problem_kind}, std::uint32_t{verdict_kind}));
}

std::vector<std::byte> answer_frame(const Tensor& output, std::uint64_t number) {
  std::vector<std::byte> frame;
  const std::size_t bytes = answer_header + static_cast<std::size_t>(output.size()) * element_bytes(DType::float32);
  frame.reserve(bytes);
  put(frame, static_cast<std::uint32_t>(bytes - length_bytes));
  put(frame, std::uint32_t{answer_kind});
  put(frame, number);
  put(frame, std::uint32_t{answered});
  put(frame, code_of(DType::float32));
  for (const Index size : {output.rows(), output.cols()}) put(frame, static_cast<std::uint32_t>(size));
  put(frame, std::uint64_t{0});
  put_elements<float>(frame, output);
  return frame;
}

}  // namespace attncheck
