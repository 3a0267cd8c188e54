#include "subject/builtin.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "attention/matrix.h"
#include "attention/online.h"
#include "attention/row.h"
#include "attncheck/fault.h"
#include "child/on_buffers.h"
#include "core/near_names.h"
#include "fault/table.h"

namespace attncheck {
namespace {

template <class T>
using Attention = void (*)(const T*, const T*, const T*, T*, std::size_t, std::size_t, std::size_t, bool);

struct Builtin {
  const char* name;
  Attention<float> narrow;
  Attention<double> wide;
};

constexpr Builtin builtins[] = {
    {"row", attention_by_rows<float>, attention_by_rows<double>},
    {"matrix", attention_by_matrix<float>, attention_by_matrix<double>},
    {"online", attention_online<float>, attention_online<double>},
};

template <class T>
void call_with(Attention<T> attention, const RawCall& call) {
  attention(static_cast<const T*>(call.query), static_cast<const T*>(call.key), static_cast<const T*>(call.value),
            static_cast<T*>(call.output), static_cast<std::size_t>(call.shape.tokens),
            static_cast<std::size_t>(call.shape.head_dim), static_cast<std::size_t>(call.shape.value_dim),
            call.causal != 0);
}

template <class T>
void call_kernel(Kernel<T> kernel, const RawCall& call) {
  kernel(static_cast<const T*>(call.query), static_cast<const T*>(call.key), static_cast<const T*>(call.value),
         static_cast<T*>(call.output), call.shape.tokens, call.shape.head_dim, call.shape.value_dim, call.causal != 0);
}

RawFunction fault_on_buffers(const Steps& steps) {
  if (steps.kernel.float32 != nullptr)
    return [kernel = steps.kernel](const RawCall& call) {
      call.dtype == DType::float32 ? call_kernel<float>(kernel.float32, call)
                                   : call_kernel<double>(kernel.float64, call);
    };
  return [steps](const RawCall& call) {
    const auto run = [&](const Problem& problem) { return run_steps(steps, problem); };
    const Index rows = steps.whole ? call.shape.tokens : steps.rows_written(call.shape.tokens);
    call_on_tensors(run, call, rows);
  };
}

[[noreturn]] void fail(const std::string& why) { throw SubjectError(SubjectError::Kind::wrong_name, why); }

}  // namespace

RawFunction builtin_function(const std::string& name) {
  std::vector<std::string> known;
  for (const Builtin& builtin : builtins) {
    known.push_back(builtin.name);
    if (name == builtin.name)
      return [&builtin](const RawCall& call) {
        call.dtype == DType::float32 ? call_with<float>(builtin.narrow, call) : call_with<double>(builtin.wide, call);
      };
  }
  fail(fmt::format("there is no built-in attention called \"{}\"; there is {}", name, fmt::join(known, ", ")));
}

RawFunction fault_function(const std::string& id) {
  std::vector<std::string> known;
  for (const Fault* fault : all_faults()) {
    known.push_back(fault->id());
    if (fault->id() != id) continue;
    return fault_on_buffers(fault->steps());
  }
  fail(fmt::format(
      "there is no fault called \"{}\"{} (attncheck list shows them; one of your own file needs --fault FILE)", id,
      did_you_mean(id, known)));
}

}  // namespace attncheck
