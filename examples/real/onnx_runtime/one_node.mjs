// An ONNX model whose only node is the operator Attention (operator set 23), run by ONNX Runtime. Both adapters use it.
import ort from "onnxruntime-node";

// A model is protobuf, written by hand here: a field is its number and kind, then a number or a length and content.
const varint = (n) => Buffer.from(n < 128 ? [n] : [(n % 128) + 128, ...varint(n >> 7)]);
const number = (field, n) => Buffer.concat([varint(field * 8), varint(n)]);
function block(field, ...parts) {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}
const integer = (name, n) => block(5, block(1, name), number(3, n), number(20, 2)); // an attribute; 2: of kind integer
const real = (name, x) => {
  const fixed = Buffer.concat([varint(2 * 8 + 5), Buffer.from(Float32Array.of(x).buffer)]);
  return block(5, block(1, name), fixed, number(20, 1)); // 1: of kind real
};

function model(element, causal, scale) {
  const dims = (name) => ["batch", "tokens", `${name}_dim`].map((dim) => block(1, block(2, dim)));
  const tensor = (field, name) =>
    block(field, block(1, name), block(2, block(1, number(1, element), block(2, ...dims(name)))));
  const names = [block(1, "query"), block(1, "key"), block(1, "value"), block(2, "output"), block(4, "Attention")];
  const attributes = [integer("is_causal", causal ? 1 : 0), integer("q_num_heads", 1), integer("kv_num_heads", 1)];
  if (scale !== undefined) attributes.push(real("scale", scale)); // 1/sqrt(head_dim) when left out
  const inputs = ["query", "key", "value"].map((name) => tensor(11, name));
  const graph = [block(1, ...names, ...attributes), block(2, "one_node"), ...inputs, tensor(12, "output")];
  return Buffer.concat([number(1, 10), block(8, block(1, ""), number(2, 23)), block(7, ...graph)]);
}

const sessions = new Map();
async function session(...what) {
  const options = { intraOpNumThreads: 1, logSeverityLevel: 3 }; // 3: errors only
  const name = what.join(" ");
  if (!sessions.has(name)) sessions.set(name, await ort.InferenceSession.create(model(...what), options));
  return sessions.get(name);
}

export async function run(query, key, value, causal, scale) {
  const Numbers = query[0].constructor;
  const [dtype, element] = Numbers === Float32Array ? ["float32", 1] : ["float64", 11];
  const tensor = (rows) => {
    const flat = new Numbers(rows.length * rows[0].length);
    rows.forEach((row, i) => flat.set(row, i * row.length));
    return new ort.Tensor(dtype, flat, [1, rows.length, rows[0].length]);
  };
  const inputs = { query: tensor(query), key: tensor(key), value: tensor(value) };
  const { output } = await (await session(element, causal, scale)).run(inputs);
  const columns = output.dims[2];
  return query.map((_, i) => output.data.subarray(i * columns, (i + 1) * columns));
}
