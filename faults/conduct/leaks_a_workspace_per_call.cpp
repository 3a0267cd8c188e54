// Every single answer is right.
#include <algorithm>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, leaks_a_workspace_per_call,
                "a workspace of 64 MiB is made and used in every call and never freed") {
  steps.whole = [](const Steps&, const Problem& problem) {
    constexpr std::size_t bytes = std::size_t{64} << 20;
    static std::vector<char*> kept;
    kept.push_back(new char[bytes]);
    std::fill_n(static_cast<volatile char*>(kept.back()), bytes, char(kept.size()));
    return run_steps(right_steps(), problem);
  };
  card.exposed_by = "many calls";
  card.noticed_by = {"shape/every_element_is_written"};
  card.effect = Effect::out_of_memory;
  card.after = [] { return std::vector<Problem>(3, make_problem({1, 1, 1}, DType::float32, false)); };
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
