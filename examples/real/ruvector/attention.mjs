// FlashAttention of the npm package @ruvector/attention: one query against the keys it sees, in blocks of 16 keys.
import ruvector from "@ruvector/attention";

export const ATTNCHECK = { max_tokens: 256 }; // each query copies all keys into the module

export function attention(query, key, value, causal) {
  const flash = new ruvector.FlashAttention(query[0].length, 16);
  return query.map((row, i) => {
    const seen = causal ? i + 1 : key.length;
    return flash.compute(row, key.slice(0, seen), value.slice(0, seen));
  });
}
