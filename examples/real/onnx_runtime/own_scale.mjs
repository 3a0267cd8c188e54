// The same operator with scale 1, and the query scaled before it: in float64 the scale then has float64 precision.
import { run } from "./one_node.mjs";

export const ATTNCHECK = { dtypes: ["float32", "float64"] };

export function attention(query, key, value, causal) {
  const scale = 1 / Math.sqrt(query[0].length);
  return run(query.map((row) => row.map((x) => x * scale)), key, value, causal, 1);
}
