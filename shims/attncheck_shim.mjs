// attncheck_shim.mjs: lets attncheck ask the function `attention(query, key, value, causal)` of a JavaScript module.
// Use: attncheck starts `node attncheck_shim.mjs mine.mjs` (or .cjs, .js). The protocol is in docs/formats.md.
// Tensors are arrays of rows, each a Float32Array or Float64Array; attention returns rows of numbers, or a promise.
// The module may export what it takes and declares: ATTNCHECK = { dtypes: ["float32", "float64"], max_tokens: 512 }
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

function stop(reason) {
  fs.writeSync(2, `attncheck_shim: ${reason.replace(/\s+/g, " ")}\n`);
  process.exit(1);
}

function transfer(call, descriptor, bytes) {
  for (let done = 0; done < bytes.length; ) {
    try {
      const count = call(descriptor, bytes, done, bytes.length - done, null);
      if (count === 0) process.exit(0); // attncheck is done
      done += count;
    } catch (error) {
      if (error.code !== "EAGAIN") stop(`descriptor ${descriptor}: ${error.message}`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // non-blocking: look again in a millisecond
    }
  }
  return bytes;
}
const read = (count) => transfer(fs.readSync, 3, Buffer.alloc(count));
const send = (...parts) => parts.forEach((bytes) => transfer(fs.writeSync, 4, bytes));
const u32 = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
const copyRows = (flat, columns) =>
  Array.from({ length: flat.length / columns }, (_, i) => flat.slice(i * columns, (i + 1) * columns));

function packed(rows, Numbers) {
  if (!Array.isArray(rows)) throw new TypeError(`attention returned ${rows && typeof rows} instead of rows`);
  const columns = rows[0]?.length ?? 0;
  const output = new Numbers(rows.length * columns);
  for (const [i, row] of rows.entries()) {
    const isRow = Array.isArray(row) ? row.findIndex((x) => typeof x !== "number") < 0 : ArrayBuffer.isView(row);
    if (!isRow) throw new TypeError(`attention returned something else than numbers in row ${i}`);
    if (row.length !== columns) throw new RangeError("attention returned rows of different lengths");
    output.set(row, i * columns);
  }
  return [0, rows.length, columns, Buffer.from(output.buffer)];
}

async function answer(attention) {
  const [length, kind] = new Uint32Array(read(8).buffer);
  if (kind !== 2 || length < 44) stop(`a frame of kind ${kind} and length ${length}`);
  const head = read(40);
  const [start, dtype, causal, tokens, headDim, valueDim] = new Uint32Array(head.buffer, 8);
  const Numbers = dtype ? Float64Array : Float32Array;
  const dims = [headDim, headDim, valueDim];
  const sizes = dims.map((dim) => tokens * dim * Numbers.BYTES_PER_ELEMENT);
  if (dtype > 1 || start < 48 || sizes.includes(0) || sizes.reduce((a, b) => a + b, start) !== length + 4)
    stop("the sizes of a problem disagree with its length");
  read(start - 48);
  const sent = sizes.map((size) => new Numbers(read(size).buffer));
  const tensors = sent.map((flat, t) => copyRows(flat, dims[t]));
  let status, rows, columns, output;
  try {
    [status, rows, columns, output] = packed(await attention(...tensors, causal !== 0), Numbers);
  } catch (error) {
    console.error(error);
    [status, rows, columns, output] = [1, 0, 0, Buffer.from(String(error).slice(0, 1000))];
  }
  const bits = tensors.map((tensor, t) => (isDeepStrictEqual(tensor, copyRows(sent[t], dims[t])) ? 0 : 1 << t));
  const changed = bits[0] | bits[1] | bits[2];
  send(u32(36 + output.length, 3), head.subarray(0, 8), u32(status, dtype, rows, columns, changed, 0), output);
}

const path = process.argv[2] ?? stop("use: node attncheck_shim.mjs mine.mjs");
const module = await import(pathToFileURL(path)).catch((error) => stop(`${path}: ${error}`));
const { attention, ATTNCHECK = {} } = module.default?.attention ? module.default : module; // default: of CommonJS
if (typeof attention !== "function") stop(`${path} exports no function attention`);
const { dtypes = ["float32"], ...others } = ATTNCHECK;
const words = Object.entries(others).map(([key, word]) => [key, { true: "yes", false: "no" }[`${word}`] ?? `${word}`]);
const hello = Buffer.from(JSON.stringify({ dtypes, declare: Object.fromEntries(words) }));
send(u32(8 + hello.length, 1, 0), hello);
for (;;) await answer(attention);
