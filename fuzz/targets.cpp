#include "fuzz/targets.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "core/problem_json.h"
#include "gate/suite_file.h"
#include "language/frames.h"
#include "offline/folder_of_problems.h"
#include "offline/npy.h"
#include "reference/profile_file.h"

namespace attncheck::fuzz {
namespace {

using Bytes = std::span<const std::byte>;

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// Ours are one line; a longer one comes from a library and tells a user too much.
template <class Error, class Read>
void documented(Read read) {
  try {
    read();
  } catch (const Error& error) {
    const std::string_view what = error.what();
    if (what.empty() || what.find('\n') != std::string_view::npos)
      throw std::logic_error("a message that is not one line: " + std::string(what));
  }
}

/// What was read is as its declaration says.
void must(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

Problem small() { return make_problem({2, 1, 3}, DType::float32, true); }

/// In two pieces, as it may arrive.
void arrive(Bytes bytes, std::size_t most) {
  Arriving frame(most);
  for (const Bytes piece : {bytes.first(bytes.size() / 3), bytes.subspan(bytes.size() / 3)}) {
    Bytes rest = piece;
    while (!rest.empty() && !frame.complete()) {
      const std::size_t taken = std::min(rest.size(), frame.missing());
      frame.add(rest.first(taken));
      rest = rest.subspan(taken);
    }
  }
  must(!frame.so_far().empty(), "a frame that arrives says nothing of itself");
}

void read_hello_frame(Bytes bytes) {
  documented<FrameError>([&] { arrive(bytes, most_hello_bytes); });
  documented<FrameError>([&] { must(!read_hello(bytes).dtypes.empty(), "a hello without a dtype was taken"); });
}

void read_reply_frame(Bytes bytes) {
  const Problem problem = small();
  documented<FrameError>([&] { arrive(bytes, most_answer_bytes(problem)); });
  documented<FrameError>([&] {
    const Reply reply = attncheck::read_reply(bytes, problem, 7);
    must(reply.elements.empty() || reply.elements.size() == 6, "an answer of another size was taken");
  });
}

void read_frame_from_tests(Bytes bytes) {
  documented<FrameError>([&] { arrive(bytes, most_question_bytes); });
  documented<FrameError>([&] {
    const auto sent = read_from_tests(bytes);
    if (const auto* question = std::get_if<Question>(&sent)) require_valid(question->problem);
  });
}

void read_array(Bytes bytes) {
  for (const DType dtype : {DType::float32, DType::float64})
    documented<std::invalid_argument>([&] {
      const Tensor tensor = read_npy(bytes, dtype, "answer.npy");
      must(static_cast<Index>(tensor.elements().size()) == tensor.rows() * tensor.cols(), "elements are missing");
    });
}

void read_case(Bytes bytes) {
  documented<std::invalid_argument>([&] {
    const Counterexample read = read_counterexample(text_of(bytes), "case.json");
    const Problem& problem = read.finding.problem;
    must(problem.query.rows() == problem.shape.tokens && problem.value.cols() == problem.shape.value_dim,
         "a problem of another shape was taken");
  });
}

void read_suite(Bytes bytes) {
  documented<std::invalid_argument>([&] {
    must(!read_suite_file(text_of(bytes), "attncheck.toml").subjects.empty(), "a suite without a subject was taken");
  });
}

void read_arithmetic(Bytes bytes) {
  documented<std::invalid_argument>([&] {
    must(!read_profile(text_of(bytes), "mine.toml").members.empty(), "a profile without a member was taken");
  });
}

void read_manifest_of_an_export(Bytes bytes) {
  documented<std::invalid_argument>([&] { read_manifest(text_of(bytes), "folder"); });
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      {"hello", read_hello_frame},  {"reply", read_reply_frame},           {"from_tests", read_frame_from_tests},
      {"npy", read_array},          {"counterexample", read_case},         {"suite_file", read_suite},
      {"profile", read_arithmetic}, {"export", read_manifest_of_an_export}};
  return all;
}

}  // namespace attncheck::fuzz
