#include "child/concurrent.h"

#include <fmt/format.h>

#include <barrier>
#include <cstring>
#include <exception>
#include <thread>
#include <vector>

#include "child/on_buffers.h"

namespace attncheck {
namespace {

constexpr int rounds = 16;

/// One thread's own problem and answers.
class Caller {
 public:
  Caller(const RawFunction& function, const RawCall& call, Index rotation) : function_(function), call_(call) {
    const std::size_t size = call.dtype == DType::float32 ? sizeof(float) : sizeof(double);
    const auto tokens = static_cast<std::size_t>(call.shape.tokens);
    const std::size_t query_row = static_cast<std::size_t>(call.shape.head_dim) * size;
    const auto* query = static_cast<const std::byte*>(call.query);
    const std::size_t first = static_cast<std::size_t>(rotation) % tokens * query_row;
    query_.assign(query + first, query + tokens * query_row);
    query_.insert(query_.end(), query, query + first);
    answer_.resize(tokens * static_cast<std::size_t>(call.shape.value_dim) * size);
    call_.query = query_.data();
    call_.output = answer_.data();
    function_(call_);
    alone_ = answer_;
  }

  void ask() {
    try {
      function_(call_);
      same_ = same_ && answer_ == alone_;
    } catch (...) { thrown_ = std::current_exception(); }
  }

  bool same() const {
    if (thrown_) std::rethrow_exception(thrown_);
    return same_;
  }

 private:
  const RawFunction& function_;
  RawCall call_;
  std::vector<std::byte> query_, answer_, alone_;
  bool same_ = true;
  std::exception_ptr thrown_;
};

template <class T>
std::string difference_as(const RawFunction& function, const Problem& problem, int threads) {
  const auto copy = [](const Tensor& tensor) {
    return std::vector<T>(tensor.elements().begin(), tensor.elements().end());
  };
  const std::vector<T> query = copy(problem.query), key = copy(problem.key), value = copy(problem.value);
  RawCall call;
  call.shape = problem.shape;
  call.dtype = problem.dtype;
  call.causal = problem.causal ? 1 : 0;
  call.query = query.data();
  call.key = key.data();
  call.value = value.data();
  return concurrent_difference(function, call, threads);
}

}  // namespace

std::string concurrent_difference(const RawFunction& function, const RawCall& call, int threads) {
  std::vector<Caller> callers;
  callers.reserve(static_cast<std::size_t>(threads));
  for (int k = 0; k < threads; ++k) callers.emplace_back(function, call, k);
  std::barrier together(threads);
  const auto repeat = [&](Caller& caller) {
    for (int round = 0; round < rounds; ++round) {
      together.arrive_and_wait();
      caller.ask();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < callers.size(); ++k) others.emplace_back(repeat, std::ref(callers[k]));
  repeat(callers.front());
  for (std::thread& other : others) other.join();
  int differ = 0;
  for (const Caller& caller : callers) differ += caller.same() ? 0 : 1;
  if (differ == 0) return "";
  return fmt::format("{} of {} threads got another answer than alone in {} rounds", differ, threads, rounds);
}

std::string concurrent_difference(const std::function<Tensor(const Problem&)>& function, const Problem& problem,
                                  int threads) {
  const RawFunction raw = on_buffers(function);
  return problem.dtype == DType::float32 ? difference_as<float>(raw, problem, threads)
                                         : difference_as<double>(raw, problem, threads);
}

}  // namespace attncheck
