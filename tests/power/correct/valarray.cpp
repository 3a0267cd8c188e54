// Style: C++ with std::valarray, whole rows at a time and no loop over channels.
// Slices view the columns of value.
#include <cmath>
#include <cstddef>
#include <valarray>

using Row = std::valarray<float>;

extern "C" void attention(const float* query, const float* key, const float* value, float* output, size_t tokens,
                          size_t head_dim, size_t value_dim, int causal) {
  const Row all_values(value, tokens * value_dim);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    const Row query_row(query + i * head_dim, head_dim);
    Row logits(visible);
    for (size_t j = 0; j < visible; ++j)
      logits[j] = (query_row * Row(key + j * head_dim, head_dim)).sum() / std::sqrt(static_cast<float>(head_dim));
    Row weights = std::exp(Row(logits - logits.max()));
    weights /= weights.sum();
    for (size_t c = 0; c < value_dim; ++c)
      output[i * value_dim + c] = (weights * Row(all_values[std::slice(c, visible, value_dim)])).sum();
  }
}
