// What a race does, made repeatable: seen as tile statistics that are read too early, and as output tiles up to 19
// percent wrong.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, loses_a_key_now_and_then, "every seventh call the first key is lost") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static int calls = 0;
    const Index first = ++calls % 7 == 0 && problem.shape.tokens > 1 && !problem.causal ? 1 : 0;
    return row_by_row(problem,
                      [&](Index i) { return part_of_row(problem, i, keys_between(first, problem.shape.tokens)).mean; });
  };
  card.seen = {"flashinfer-ai/flashinfer#5252", "tile-ai/TileOPs#1633"};
  card.exposed_by = "the same problem asked again and again";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::differs;
  card.after = [] { return std::vector<Problem>(5, make_problem({1, 1, 1}, DType::float32, false)); };
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {0}}, false); };
}
