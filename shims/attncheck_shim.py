"""attncheck_shim.py: lets attncheck ask the function `attention(query, key, value, causal)` of a Python file.
Use: attncheck starts `python3 attncheck_shim.py mine.py` (3.7 or newer). The protocol is in docs/formats.md.
Tensors are [tokens, dim]: NumPy arrays, or lists of lists where NumPy is missing. mine.py may decide and declare:
ATTNCHECK = {"tensors": "numpy", "lists" or "torch", "dtypes": ["float32", "float64"], "max_tokens": 512, ...}"""
import array, importlib.util, itertools, json, pathlib, struct, sys, traceback, types
CODES = {"float32": "f", "float64": "d"}  # in the order of their numbers in the protocol

def load(path):
    sys.path.insert(0, str(path.parent))
    sys.modules[path.stem] = module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    # Compiled anew each time: cached bytecode may be older than an edit of the same second.
    exec(compile(path.read_bytes(), module.__file__, "exec", dont_inherit=True), vars(module))
    return module.attention, getattr(module, "ATTNCHECK", {})

def choose(tensors="", dtypes=("float32",), **declare):
    if not dtypes or not set(dtypes) <= set(CODES): raise ValueError("ATTNCHECK has dtypes %r" % (dtypes,))
    tensors = tensors or ("numpy" if importlib.util.find_spec("numpy") else "lists")
    library = importlib.import_module(tensors) if tensors != "lists" else None
    if library is None: declare.setdefault("max_tokens", 128)  # plain Python is slow
    for key, word in declare.items(): declare[key] = "yes" if word is True else "no" if word is False else str(word)
    return library, json.dumps({"dtypes": list(dtypes), "declare": declare}).encode()

def given(sent, columns, dtype, library):  # a tensor to write into, what shows that somebody did, and its value now
    if library is None:
        flat = array.array(CODES[dtype], sent).tolist()
        rows = [flat[start:start + columns] for start in range(0, len(flat), columns)]
        return rows, lambda: repr(rows), repr(rows)
    memory = bytearray(sent)  # the tensor lies in it
    return library.frombuffer(memory, dtype=getattr(library, dtype)).reshape(-1, columns), lambda: memory, sent

def packed(result, code):  # rows, columns and bytes of anything that has two dimensions
    name = "None" if result is None else type(result).__name__
    if hasattr(result, "detach"): result = result.detach().cpu().double()  # every type of torch is exact in it
    try:
        rows = [row.tolist() if hasattr(row, "tolist") else list(row) for row in result]
        numbers = array.array(code, itertools.chain.from_iterable(rows)).tobytes()
    except TypeError as error:
        raise TypeError("attention returned %s instead of rows of numbers (%s)" % (name, error)) from None
    if len(set(map(len, rows))) > 1: raise ValueError("attention returned rows of different lengths")
    return len(rows), len(rows[0]) if rows else 0, numbers

def read(source, count):
    data = source.read(count)
    return data if len(data) == count else sys.exit(0)  # attncheck is done

def answer(attention, library, source):
    length, kind = struct.unpack("<II", read(source, 8))
    if kind != 2 or length < 44: sys.exit("attncheck_shim: a frame of kind %d and length %d" % (kind, length))
    number, start, dtype, causal, tokens, *dims = struct.unpack("<Q6I8x", read(source, 40))
    dims, name, item = (dims[0], *dims), ("float64" if dtype else "float32"), (8 if dtype else 4)
    if dtype > 1 or start < 48 or 0 in (tokens, *dims) or start + tokens * sum(dims) * item != length + 4:
        sys.exit("attncheck_shim: the sizes of problem %d disagree with its length" % number)
    read(source, start - 48)
    tensors, looks, before = zip(*(given(read(source, tokens * dim * item), dim, name, library) for dim in dims))
    try:
        status, (rows, columns, output) = 0, packed(attention(*tensors, causal != 0), CODES[name])
    except Exception as error:
        print(traceback.format_exc(), file=sys.stderr, flush=True)
        status, rows, columns, output = 1, 0, 0, f"{type(error).__name__}: {error}"[:1000].encode("utf-8", "replace")
    changed = sum((look() != was) << bit for bit, (look, was) in enumerate(zip(looks, before)))
    return struct.pack("<IIQ6I", 36 + len(output), 3, number, status, dtype, rows, columns, changed, 0) + output

def main(path):
    try:
        attention, settings = load(pathlib.Path(path).resolve())
        library, hello = choose(**settings)
        source, sink = open(3, "rb"), open(4, "wb")
    except BaseException as error:  # SystemExit too: whatever ends the program before its hello is named
        sys.exit("attncheck_shim: %s: %s: %s" % (path, type(error).__name__, " ".join(str(error).split())))
    frame = struct.pack("<III", 8 + len(hello), 1, 0) + hello
    while True:
        print(end="", flush=True)
        sink.write(frame)
        sink.flush()
        frame = answer(attention, library, source)

if __name__ == "__main__":
    main(sys.argv[1]) if len(sys.argv) == 2 else sys.exit("use: python3 attncheck_shim.py mine.py")
