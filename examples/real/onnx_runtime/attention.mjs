// The operator Attention of ONNX in ONNX Runtime, with its own causal flag and its own scale.
import { run } from "./one_node.mjs";

export const ATTNCHECK = { dtypes: ["float32", "float64"] };

export function attention(query, key, value, causal) {
  return run(query, key, value, causal);
}
