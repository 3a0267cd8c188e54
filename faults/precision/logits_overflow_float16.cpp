// Seen as a model whose products of query and key need float32.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, logits_overflow_float16, "logits are float16 numbers and become infinite above 65504") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return round_to_float16(logit); };
  card.seen = {"ggml-org/llama.cpp#7805"};
  card.exposed_by = "logits above 65504";
  card.noticed_by = {"normalization/rows_sum_to_one", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.shows_on = [] { return small_problem({{512}}, {{512}}, {{1}}, false); };
}
