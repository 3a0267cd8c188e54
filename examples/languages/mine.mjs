// Attention in plain JavaScript.
export function attention(query, key, value, causal) {
  const scale = 1 / Math.sqrt(query[0].length);
  return query.map((q, i) => {
    const visible = causal ? i + 1 : key.length;
    const logits = key.slice(0, visible).map((k) => scale * k.reduce((sum, x, d) => sum + q[d] * x, 0));
    const largest = logits.reduce((a, b) => Math.max(a, b));
    const weights = logits.map((logit) => Math.exp(logit - largest));
    const total = weights.reduce((a, b) => a + b);
    return value[0].map((_, c) => weights.reduce((sum, w, j) => sum + w * value[j][c], 0) / total);
  });
}
