#include "subject/buffers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <system_error>

#include "process/standard_files.h"

namespace attncheck {
namespace {

// The upper half of a double decides what it is, so each of these words is the same kind of number in both dtypes.
constexpr std::uint32_t nan_word = 0x7ff8d1ce;   // a quiet NaN as float; doubled, as double
constexpr std::uint32_t huge_word = 0x7f7ffa11;  // 3.4e38 as float; doubled, 1e306 as double
constexpr std::uint32_t poison_float = 0x7fc5a77e;
constexpr std::uint64_t poison_double = 0x7ff8a77ec4ec5a77;

constexpr std::size_t pattern_period = 16;
constexpr std::size_t guard_bytes = 4096;
constexpr std::size_t longest_guard = 32 * guard_bytes;  // enough for pages of 64 KiB
using Pattern = std::array<std::uint32_t, (longest_guard + pattern_period) / sizeof(std::uint32_t)>;

// With guard words a reader meets huge numbers and NaN in turn: a maximum ignores the one, never the other.
Pattern make_pattern(Placement placement) {
  Pattern pattern;
  for (std::size_t word = 0; word < pattern.size(); ++word)
    pattern[word] = placement == Placement::guard_words && word % 4 < 2 ? huge_word : nan_word;
  return pattern;
}

/// The guard bytes that belong at `offset` of a region.
const std::byte* guard_at(std::size_t offset, Placement placement) {
  static const Pattern page_end = make_pattern(Placement::page_end);
  static const Pattern guard_words = make_pattern(Placement::guard_words);
  const Pattern& pattern = placement == Placement::page_end ? page_end : guard_words;
  return reinterpret_cast<const std::byte*>(pattern.data()) + offset % pattern_period;
}

[[noreturn]] void throw_system(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

std::size_t element_bytes(DType dtype) { return dtype == DType::float32 ? sizeof(float) : sizeof(double); }

template <class T>
T element(const std::byte* buffer, std::size_t index) {
  T value;
  std::memcpy(&value, buffer + index * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void write_elements(std::byte* buffer, const Tensor& tensor) {
  for (const double value : tensor.elements()) {
    const T narrow = static_cast<T>(value);
    std::memcpy(buffer, &narrow, sizeof(T));
    buffer += sizeof(T);
  }
}

template <class T>
std::string first_change(const std::byte* buffer, const Tensor& sent, const char* name) {
  for (std::size_t index = 0; index < sent.elements().size(); ++index) {
    const T was = static_cast<T>(sent.elements()[index]);
    const T is = element<T>(buffer, index);
    if (std::memcmp(&was, &is, sizeof(T)) == 0) continue;
    const auto cols = static_cast<std::size_t>(sent.cols());
    return fmt::format("{}[{}][{}] was {} and became {}", name, index / cols, index % cols, was, is);
  }
  return {};
}

template <class T, class Bits>
void copy_output(const std::byte* buffer, Bits poison, CallReport& report) {
  for (std::size_t index = 0; index < report.output.elements().size(); ++index) {
    const T value = element<T>(buffer, index);
    report.output.elements()[index] = static_cast<double>(value);
    if (std::bit_cast<Bits>(value) != poison) continue;
    if (report.unwritten++ == 0) report.first_unwritten = static_cast<Index>(index);
  }
}

template <class T>
void repeat(std::byte* buffer, std::size_t bytes, T word) {
  for (std::size_t at = 0; at < bytes; at += sizeof(T)) std::memcpy(buffer + at, &word, sizeof(T));
}

/// Which bytes of a guard differ, counted away from the buffer.
std::string damage(const std::byte* guard, const std::byte* expected, std::size_t bytes, bool before) {
  if (std::memcmp(guard, expected, bytes) == 0) return {};
  std::size_t nearest = bytes, farthest = 0;
  for (std::size_t at = 0; at < bytes; ++at) {
    const std::size_t distance = before ? bytes - 1 - at : at;
    if (guard[at] == expected[at]) continue;
    nearest = std::min(nearest, distance);
    farthest = std::max(farthest, distance);
  }
  // Counted from one, so that the first byte outside is "1 byte".
  return fmt::format("bytes {} to {} {}", nearest + 1, farthest + 1, before ? "before its start" : "past its end");
}

/// "When causal is not zero": a subject must not take the flag for a bit, a byte, a sign or for exactly one.
std::int32_t causal_flag(const Problem& problem) {
  constexpr std::int32_t others[] = {2, -1, 3, 0x100, 0x10000, std::numeric_limits<std::int32_t>::min()};
  if (problem.placement == Placement::page_end) return 1;
  return others[static_cast<std::size_t>(problem.shape.tokens) % std::size(others)];
}

}  // namespace

Buffers::Buffers() {
  occupy_standard_files();  // a program that links this may not have done so
  file_ = memfd_create("attncheck", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file_ < 0) throw_system("memory shared with the subject (memfd_create)");
  if (ftruncate(file_, static_cast<off_t>(file_bytes)) != 0) throw_system("memory shared with the subject (ftruncate)");
  // A file the child could shrink would let it end the parent with SIGBUS.
  fcntl(file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  void* memory = mmap(nullptr, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (memory == MAP_FAILED) throw_system("memory shared with the subject (mmap)");
  // A child has its own mapping with closed pages; through this one a stray write would pass unseen.
  madvise(memory, file_bytes, MADV_DONTFORK);
  memory_ = static_cast<std::byte*>(memory);
  control() = Control{};
}

Buffers::~Buffers() {
  munmap(memory_, file_bytes);
  close(file_);
}

void Buffers::wipe() {
  madvise(memory_, file_bytes, MADV_REMOVE);
  control() = Control{};
  for (Place& place : places_) place = Place{};
}

void Buffers::place(std::size_t buffer, std::size_t bytes, Placement placement) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t after = placement == Placement::guard_words ? guard_bytes : 0;
  if (bytes > region_bytes - after - 2 * longest_guard)
    throw std::invalid_argument(fmt::format("{} has {} bytes, but a call carries at most {}", buffer_names[buffer],
                                            bytes, region_bytes - after - 2 * longest_guard));
  Place wanted;
  wanted.bytes = bytes;
  wanted.start = (region_bytes - after - bytes) / 64 * 64;
  wanted.open = (wanted.start - guard_bytes) / page * page;
  Place& current = places_[buffer];
  if (current.start == wanted.start && current.bytes == wanted.bytes && placement == placement_) return;
  current = wanted;
  std::memcpy(region(buffer) + wanted.open, guard_at(wanted.open, placement), wanted.start - wanted.open);
  std::memcpy(region(buffer) + wanted.end(), guard_at(wanted.end(), placement), region_bytes - wanted.end());
}

void Buffers::write(const Problem& problem, Prefill prefill) {
  const Tensor* inputs[] = {&problem.query, &problem.key, &problem.value};
  const std::size_t width = element_bytes(problem.dtype);
  for (std::size_t buffer = 0; buffer < buffer_count; ++buffer) {
    // The output has the shape of value.
    const Index size = inputs[std::min<std::size_t>(buffer, value_buffer)]->size();
    place(buffer, static_cast<std::size_t>(size) * width, problem.placement);
  }
  placement_ = problem.placement;
  const bool narrow = problem.dtype == DType::float32;
  for (std::size_t buffer = 0; buffer < output_buffer; ++buffer)
    narrow ? write_elements<float>(data(buffer), *inputs[buffer])
           : write_elements<double>(data(buffer), *inputs[buffer]);
  const std::size_t bytes = places_[output_buffer].bytes;
  if (prefill == Prefill::zeros) std::memset(data(output_buffer), 0, bytes);
  if (prefill == Prefill::poison)
    narrow ? repeat(data(output_buffer), bytes, poison_float) : repeat(data(output_buffer), bytes, poison_double);

  Control& description = control();
  description.tokens = problem.shape.tokens;
  description.head_dim = problem.shape.head_dim;
  description.value_dim = problem.shape.value_dim;
  description.dtype = narrow ? 0 : 1;
  description.causal = problem.causal ? causal_flag(problem) : 0;
  std::copy(std::begin(places_), std::end(places_), std::begin(description.places));
}

void Buffers::read_output(const Problem& problem, Prefill prefill, CallReport& report) const {
  report.output = Tensor(problem.shape.tokens, problem.shape.value_dim);
  if (problem.dtype == DType::float32)
    copy_output<float>(data(output_buffer), poison_float, report);
  else
    copy_output<double>(data(output_buffer), poison_double, report);
  if (prefill == Prefill::poison) return;
  report.unwritten = 0;
  report.first_unwritten.reset();
}

std::string Buffers::inputs_changed(const Problem& problem) const {
  const Tensor* inputs[] = {&problem.query, &problem.key, &problem.value};
  std::string text;
  for (std::size_t buffer = 0; buffer < output_buffer; ++buffer) {
    const std::string change = problem.dtype == DType::float32
                                   ? first_change<float>(data(buffer), *inputs[buffer], buffer_names[buffer])
                                   : first_change<double>(data(buffer), *inputs[buffer], buffer_names[buffer]);
    if (!change.empty()) text += (text.empty() ? "" : "; ") + change;
  }
  return text;
}

std::string Buffers::guard_damage() {
  std::string text;
  for (std::size_t buffer = 0; buffer < buffer_count; ++buffer) {
    Place& place = places_[buffer];
    const std::byte* base = region(buffer);
    const std::string before =
        damage(base + place.open, guard_at(place.open, placement_), place.start - place.open, true);
    const std::string after =
        damage(base + place.end(), guard_at(place.end(), placement_), region_bytes - place.end(), false);
    if (before.empty() && after.empty()) continue;
    text += fmt::format("{}{}: {}{}{} overwritten", text.empty() ? "" : "; ", buffer_names[buffer], before,
                        before.empty() || after.empty() ? "" : " and ", after);
    place = Place{};
  }
  return text;
}

std::string Buffers::locate(std::uint64_t address, DType dtype) const {
  std::string text = "outside query, key, value and output";
  std::uint64_t nearest = region_bytes;
  for (std::size_t buffer = 0; buffer < buffer_count; ++buffer) {
    const Place& place = places_[buffer];
    const std::uint64_t start = control().regions[buffer] + place.start;
    const std::uint64_t end = start + place.bytes;
    const std::uint64_t distance = address < start ? start - address : address < end ? 0 : address - end;
    if (distance >= nearest) continue;
    nearest = distance;
    const std::uint64_t elements = place.bytes / element_bytes(dtype);
    if (address < start)
      text = fmt::format("{} bytes before the start of {}", distance, buffer_names[buffer]);
    else if (address < end)
      text = fmt::format("inside {}", buffer_names[buffer]);
    else
      text = fmt::format("{} of {} (element {}, and it has {})",
                         distance == 0 ? "right at the end" : fmt::format("{} bytes past the end", distance),
                         buffer_names[buffer], (address - start) / element_bytes(dtype), elements);
  }
  return text;
}

}  // namespace attncheck
