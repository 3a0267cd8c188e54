#include "tests/attacks/misjudged.h"

namespace attncheck::attacks {

std::string name_of(const Misjudged& misjudged) { return misjudged.kernel + " without " + misjudged.without; }

Arithmetic judged_without(const Misjudged& misjudged) {
  Arithmetic arithmetic = kernel(misjudged.kernel).arithmetic;
  misjudged.change(arithmetic);
  return arithmetic;
}

const std::vector<Misjudged>& all_misjudged() {
  static const std::vector<Misjudged> all {
    {"fused exp2", "fused exp2", [](Arithmetic& a) { a.fused_exp2 = false; }},
        {"truncation", "truncating sums", [](Arithmetic& a) { a.truncates = false; }},
        {"float16 weights", "float16 weights, normalised first", [](Arithmetic& a) { a.weights = Storage::own; }},
        {"bfloat16 weights", "bfloat16 weights, stored log-sum-exp", [](Arithmetic& a) { a.weights = Storage::own; }},
        {"bfloat16 weights, said to be float16", "bfloat16 weights, normalised first",
         [](Arithmetic& a) { a.weights = Storage::float16; }},
        {"float16 weights, said to be bfloat16", "float16 weights, normalised first",
         [](Arithmetic& a) { a.weights = Storage::bfloat16; }},
        {"the sum of stored weights", "bfloat16 weights, summed as stored",
         [](Arithmetic& a) { a.sums_stored_weights = false; }},
        {"stored log-sum-exp", "stored log-sum-exp", [](Arithmetic& a) { a.form = Form::normalise_last; }},
        {"normalisation first", "normalise first", [](Arithmetic& a) { a.form = Form::normalise_last; }},
        {"merging of parts", "four parts merged", [](Arithmetic& a) { a.form = Form::normalise_last; }},
        {"running mean", "running mean", [](Arithmetic& a) { a.form = Form::normalise_last; }},
        {"float16 logits", "float16 logits", [](Arithmetic& a) { a.logits = Storage::own; }},
        {"bfloat16 output", "bfloat16 output", [](Arithmetic& a) { a.output = Storage::own; }},
        {"prescaling", "prescaled query", [](Arithmetic& a) { a.prescaled = false; }},
        {"transformed operands", "rotated", [](Arithmetic& a) { a.transformed = false; }},
        {"the constant added", "constant added", [](Arithmetic& a) { a.constant = 0; }},
#if defined(__SSE__)
        {"flushing", "flush to zero", [](Arithmetic& a) { a.flushes = false; }},
#endif
        {"the distance of the shift", "shift above the maximum", [](Arithmetic& a) { a.slack = 0; }},
        {"the error of exp", "coarse exp", [](Arithmetic& a) { a.exp_error = 2; }},
        {"the slope of the error of exp", "steep exp", [](Arithmetic& a) { a.exp_slope = 0; }},
        {"rescaling", "coarse exp, online, tile 1", [](Arithmetic& a) { a.rescales = Rescales::none; }}, {
      "a tile of one key", "coarse exp, online, tile 1", [](Arithmetic& a) { a.tile = 64; }
    }
  };
  return all;
}

}  // namespace attncheck::attacks
